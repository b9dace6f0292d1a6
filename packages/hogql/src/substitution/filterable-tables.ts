import type { Expr, JoinExpr, SelectQuery } from '../syntax/ast';
import type { AstBuilder } from '../syntax/build';
import type { FilterScope } from '../features/property-filters/filter';

/** A table that `{filters}` can restrict, with its name in the SELECT. */
export interface Filterable {
  readonly scope: FilterScope;
  readonly alias: string;
  /** The column that the date range restricts. */
  readonly timestamp: string;
}

/** The first of these tables in FROM decides which timestamp is restricted. */
const FILTERABLE: readonly (Omit<Filterable, 'alias'> & { readonly name: string })[] = [
  { name: 'groups', scope: 'group', timestamp: 'created_at' },
  { name: 'events', scope: 'event', timestamp: 'timestamp' },
  { name: 'sessions', scope: 'session', timestamp: '$start_timestamp' },
];

/** The tables in FROM that filters can restrict, each kind once, in the order of the list above. */
export function filterableTables({ selectFrom }: SelectQuery): readonly Filterable[] {
  const aliases = new Map<string, string>();
  for (let join: JoinExpr | null = selectFrom; join !== null; join = join.nextJoin) {
    const name = join.table.type === 'Field' ? join.table.chain.join('.') : '';
    if (!aliases.has(name)) aliases.set(name, join.alias ?? name);
  }
  return FILTERABLE.flatMap(({ name, scope, timestamp }) => {
    const alias = aliases.get(name);
    return alias === undefined ? [] : [{ scope, alias, timestamp }];
  });
}

/** The timestamp that `dateRange` restricts. */
export function timestampOf([table]: readonly Filterable[], ast: AstBuilder): Expr {
  if (table === undefined) throw new Error('A timestamp needs a table');
  return ast.field(table.alias, table.timestamp);
}
