import type { JoinKey, Statement, TableJoin } from '@tidemark/hogql';
import {
  HogQLError,
  parseExpr,
  parseSelect,
  printHogQL,
  referencedJoinNames,
} from '@tidemark/hogql';
import type { StoredTableJoin } from '@tidemark/postgres';
import type { MetadataLookup } from './metadata';
import { withViews } from './views';

export interface LoadedJoins {
  readonly joins: readonly TableJoin[];
  /**
   * The statement together with those of the tables that its joins lead to: all that it depends on. It is never run.
   */
  readonly reads: Statement;
}

/**
 * The joins of the project through which a statement can read, and the joins that these lead to.
 *
 * @throws HogQLError for a join to a view that does not compile any more
 */
export async function loadJoins(
  lookup: Pick<MetadataLookup, 'joins' | 'views'>,
  projectId: number,
  statement: Statement,
): Promise<LoadedJoins> {
  const none = { joins: [], reads: statement };
  if (referencedJoinNames(statement).length === 0) return none;
  const stored = await lookup.joins(projectId);
  if (stored.length === 0) return none;
  const found = await lookup.views(projectId, [
    ...new Set(stored.map(({ joiningTable }) => joiningTable)),
  ]);
  const views = new Map(found.map((view) => [view.name, view.query]));
  const joins = new Map<string, TableJoin>();
  // The list grows during the loop: a view may read through joins, too.
  const statements: Statement[] = [statement];
  for (const current of statements) {
    const names = new Set(referencedJoinNames(current));
    for (const join of stored) {
      if (joins.has(join.id) || !names.has(join.fieldName)) continue;
      const text = views.get(join.joiningTable);
      const view =
        text === undefined
          ? null
          : await withViews(lookup, projectId, parseSelect(text), [join.joiningTable]);
      joins.set(join.id, tableJoin(join, view));
      statements.push(view ?? everythingOf(join.joiningTable));
    }
  }
  return { joins: [...joins.values()], reads: together(statements) };
}

/** @throws HogQLError for a key that is not a field */
export function joinKey(text: string): JoinKey {
  const key = parseExpr(text);
  if (key.type === 'Field') return key.chain;
  throw new HogQLError('hogql_query_error', `Join key ${text} must be a table field`);
}

function tableJoin(join: StoredTableJoin, view: Statement | null): TableJoin {
  return {
    name: join.fieldName,
    source: join.sourceTable,
    sourceKey: joinKey(join.sourceKey),
    joining: join.joiningTable,
    joiningKey: joinKey(join.joiningKey),
    view,
  };
}

function everythingOf(table: string): Statement {
  const name = printHogQL({ type: 'Field', chain: table.split('.'), start: 0, end: 0 });
  return parseSelect(`SELECT 1 FROM ${name}`);
}

function together([first, ...others]: readonly Statement[]): Statement {
  if (first === undefined) throw new Error('the list of statements is empty');
  if (others.length === 0) return first;
  return {
    type: 'SelectSetQuery',
    initialSelectQuery: first,
    subsequentSelectQueries: others.map((selectQuery) => ({
      type: 'SelectSetNode',
      setOperator: 'UNION ALL',
      selectQuery,
      start: 0,
      end: 0,
    })),
    orderBy: null,
    limit: null,
    offset: null,
    start: 0,
    end: 0,
  };
}
