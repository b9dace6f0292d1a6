import type { Breakdown } from './breakdowns';
import { valuesBy } from './breakdowns';
import { bucketOf, step } from './calendar';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { axis, belongs, grouped, localized, named, passes, ranked, sum } from './model';

export interface RetentionCase {
  readonly target: Series;
  readonly returning: Series;
  readonly type: 'retention_recurring' | 'retention_first_time' | 'retention_first_ever_occurrence';
  readonly columns: number;
  readonly isCumulative: boolean;
  readonly minimum: number;
  readonly breakdown: Breakdown | null;
  readonly limit: number;
}

export interface RetentionTable {
  readonly value: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

const OTHER = '$$_posthog_breakdown_other_$$';

/** Retention cell by cell: who started in the row's interval, and came back in the column's. */
export function evaluateRetention(
  events: readonly HappenedEvent[],
  query: RetentionCase,
  setting: Setting,
): RetentionTable[] {
  const all = localized(events, setting);
  const { breakdown } = query;
  if (breakdown === null) return [{ value: [], rows: tableOf(all, query, setting) }];
  const valueOf = valuesBy([breakdown], all, '');
  const tables = [...grouped(all, (event) => valueOf(event)[0] ?? '')]
    .map(([value, of]) => ({ value: [value], rows: tableOf(of, query, setting) }))
    .filter(({ rows }) => sizeOf(rows) > 0);
  const order = ranked(
    tables,
    ({ rows }) => sizeOf(rows),
    () => false,
  );
  const rest = order.slice(query.limit);
  if (rest.length === 0) return order;
  const rows = (rest[0]?.rows ?? []).map((row, at) =>
    row.map((_, column) => sum(rest.map((table) => table.rows[at]?.[column] ?? 0))),
  );
  return [...order.slice(0, query.limit), { value: [OTHER], rows }];
}

export function sizeOf(rows: readonly (readonly number[])[]): number {
  return sum(rows.map(([size = 0]) => size));
}

function tableOf(
  events: readonly LocalEvent[],
  query: RetentionCase,
  setting: Setting,
): number[][] {
  const actors = [...grouped(events, ({ who }) => who).values()];
  const starts = axis(setting);
  const end = step(starts.at(-1) ?? '', setting.interval, 1);
  return starts.map((start) =>
    Array.from({ length: query.columns }, (_, column) => {
      return actors.filter((theirs) => {
        const read = theirs.filter(({ local }) => bucket(local, setting) < end);
        if (!startsIn(read, start, query, setting)) return false;
        if (column === 0) return true;
        const later = query.isCumulative ? query.columns - 1 : column;
        return Array.from({ length: later - column + 1 }, (__, at) => column + at).some((at) =>
          returnsIn(read, step(start, setting.interval, at), query, setting),
        );
      }).length;
    }),
  );
}

function bucket(local: string, { interval, weekStart }: Setting): string {
  return bucketOf(local, interval, weekStart);
}

function startsIn(
  events: readonly LocalEvent[],
  start: string,
  { target, type }: RetentionCase,
  setting: Setting,
): boolean {
  const is = ({ local }: LocalEvent): boolean => bucket(local, setting) === start;
  if (type === 'retention_recurring') return events.some((one) => belongs(one, target) && is(one));
  const isEver = type === 'retention_first_ever_occurrence';
  const first = events
    .filter((event) => (isEver ? named(event, target) : belongs(event, target)))
    .sort((one, other) => (one.at < other.at ? -1 : 1))[0];
  return first !== undefined && is(first) && passes(first, target);
}

function returnsIn(
  events: readonly LocalEvent[],
  at: string,
  { returning, minimum }: RetentionCase,
  setting: Setting,
): boolean {
  const back = events.filter((event) => belongs(event, returning));
  return back.filter(({ local }) => bucket(local, setting) === at).length >= minimum;
}
