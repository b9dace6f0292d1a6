import { call, NULL, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { MEDIUMS, SOURCES } from './channel-sources';
import type { SourceKind } from './channel-sources';

/** A separator that occurs in no key and no channel name; mediums contain blanks. */
const SEPARATOR = '|';

type Table = readonly (readonly [key: string, value: string])[];

/** Looks up a key in a constant table: two bound texts, for a table of any length. NULL for missing keys. */
function lookUp(key: SqlExpr, table: Table): SqlExpr {
  const list = (items: readonly string[]): SqlExpr =>
    call('splitByString', text(SEPARATOR), text(items.join(SEPARATOR)));
  const keys = list(table.map(([known]) => known));
  const values = list(table.map(([, value]) => value));
  const known = call('transform', call('ifNull', key, text('')), keys, values, text(''));
  return call('nullIf', known, text(''));
}

function sourceTable(channel: (kind: SourceKind) => string | null): Table {
  return (Object.keys(SOURCES) as SourceKind[]).flatMap((kind) => {
    const name = channel(kind);
    return name === null ? [] : SOURCES[kind].map((source) => [source, name] as const);
  });
}

/** Sources of messages, which are never paid; the organic channel of them has no prefix. */
const MESSAGES: ReadonlySet<SourceKind> = new Set(['Email', 'SMS']);

const ORGANIC_SOURCES = sourceTable((kind) => (MESSAGES.has(kind) ? kind : `Organic ${kind}`));
const PAID_SOURCES = sourceTable((kind) => (MESSAGES.has(kind) ? null : `Paid ${kind}`));

const ORGANIC_MEDIUMS = MEDIUMS.flatMap(({ mediums, organic }): Table =>
  mediums.map((medium) => [medium, organic]),
);
const PAID_MEDIUMS = MEDIUMS.flatMap(({ mediums, paid }): Table =>
  paid === null ? [] : mediums.map((medium) => [medium, paid]),
);

/** Looks up a source as written, else by its registrable domain: `m.facebook.com` is found as `facebook.com`. */
function bySource(source: SqlExpr, table: Table): SqlExpr {
  const domain = call('cutToFirstSignificantSubdomain', call('ifNull', source, text('')));
  return call('coalesce', lookUp(source, table), lookUp(domain, table), NULL);
}

/** The channel of a source or referring domain; NULL for unknown ones. */
export const sourceChannel = {
  organic: (source: SqlExpr): SqlExpr => bySource(source, ORGANIC_SOURCES),
  paid: (source: SqlExpr): SqlExpr => bySource(source, PAID_SOURCES),
};

const DOMAIN_TYPES = sourceTable((kind) => kind);

/** The type of a referring domain: Search, Social …, `Direct` without one; NULL for unknown ones. */
export function domainType(domain: SqlExpr): SqlExpr {
  const isDirect = call('equals', domain, text('$direct'));
  return call(
    'if',
    call('ifNull', isDirect, number(0)),
    text('Direct'),
    bySource(domain, DOMAIN_TYPES),
  );
}

/** The channel of a medium; NULL for unknown ones. */
export const mediumChannel = {
  organic: (medium: SqlExpr): SqlExpr => lookUp(medium, ORGANIC_MEDIUMS),
  paid: (medium: SqlExpr): SqlExpr => lookUp(medium, PAID_MEDIUMS),
};
