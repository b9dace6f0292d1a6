import type { JoinConstraint, JoinExpr, Span } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { ScopeTable, SelectScope } from '../scope/select-scope';
import type { TableReader } from '../scope/table-reader';
import { call } from '../../clickhouse-sql/build';
import type { SqlExpr, SqlFrom, SqlSource } from '../../clickhouse-sql/nodes';
import { engineJoin } from './engine-joins';
import type { Environment, LoweringContext } from '../scope/environment';
import type { TableNames } from './join-group';
import { lowerJoinGroup } from './join-group';
import { namedTable } from './named-table';
import { projectView } from './project-table';
import { renamed } from '../readers/renamed-reader';
import { sampled } from './sample';
import { SubqueryReader } from '../readers/subquery-reader';
import { valuesReader } from './values';

interface LoweredJoin {
  readonly type: string | null;
  readonly alias: string;
  readonly source: () => SqlSource;
  readonly on: SqlExpr | null;
}

function readerOf(node: JoinExpr, scope: SelectScope, context: LoweringContext): TableReader {
  switch (node.table.type) {
    case 'Field':
      return namedTable(node, scope, context);
    case 'SelectQuery':
    case 'SelectSetQuery':
      return new SubqueryReader(context.lowerQuery(node.table, scope.ctes, true));
    case 'ViewQuery':
      return projectView(node.table, context);
    case 'ValuesQuery':
      return valuesReader(node.table, scope.ctes, context);
    default:
      throw new HogQLError('hogql_query_error', 'This cannot be used as a table', node.table);
  }
}

function aliasOf(node: JoinExpr, place: string): string {
  if (node.alias !== null) return node.alias;
  if (node.table.type === 'ViewQuery') return node.table.name;
  return node.table.type === 'Field' ? node.table.chain.join('__') : `subquery_${place}`;
}

/** Lowers the FROM chain into the scope. Sources are built later, when all their columns are known. */
export function lowerFrom(first: JoinExpr, env: Environment, names: TableNames): () => SqlFrom {
  const joins: LoweredJoin[] = [];
  for (let node: JoinExpr | null = first; node !== null; node = node.nextJoin) {
    const left = env.scope.tables.length;
    const place = `${names.place}${joins.length}`;
    const source =
      node.table.type === 'JoinGroup'
        ? lowerJoinGroup(node.table, env, place, lowerFrom)
        : lowerTable(node, env, { ...names, place });
    const on = condition(node, env, left);
    joins.push({ ...source, type: engineJoin(node), on });
  }
  return () => buildFrom(joins);
}

function lowerTable(
  node: JoinExpr,
  { scope, context }: Environment,
  { taken, place }: TableNames,
): Pick<LoweredJoin, 'alias' | 'source'> {
  const reader = renamed(node, sampled(node, readerOf(node, scope, context)));
  const alias = aliasOf(node, place);
  const sqlAlias = taken.has(alias) ? `${alias}__table` : alias;
  scope.addTable({ alias, sqlAlias, reader }, node);
  return { alias: sqlAlias, source: () => reader.source() };
}

function buildFrom([first, ...others]: readonly LoweredJoin[]): SqlFrom {
  if (first === undefined) throw new Error('FROM needs a table');
  return {
    source: first.source(),
    alias: first.alias,
    joins: others.map(({ type, source, alias, on }) => ({
      type: type ?? 'CROSS JOIN',
      source: source(),
      alias,
      on,
    })),
  };
}

/** The condition of a join; `left` is the number of tables before it. */
function condition(node: JoinExpr, env: Environment, left: number): SqlExpr | null {
  if (node.natural === true) return equalities(sharedColumns(env, left, node), node, env, left);
  if (node.constraint === null) return null;
  if (node.constraint.kind === 'ON') return env.lower(node.constraint.expr, { inJoin: true }).sql;
  return equalities(namesIn(node.constraint), node, env, left);
}

interface SharedColumn extends Span {
  readonly name: string;
}

function namesIn({ expr }: JoinConstraint): SharedColumn[] {
  const columns = expr.type === 'Tuple' ? expr.exprs : [expr];
  return columns.map((item) => {
    if (item.type !== 'Field' || item.chain.length !== 1) {
      throw new HogQLError('hogql_query_error', 'USING takes column names', item);
    }
    return { name: String(item.chain[0]), start: item.start, end: item.end };
  });
}

/** The columns of `SELECT *` that tables on both sides have. */
function sharedColumns({ scope }: Environment, left: number, node: JoinExpr): SharedColumn[] {
  const columnsOf = (tables: readonly ScopeTable[]): Set<string> =>
    new Set(tables.flatMap(({ reader }) => reader.asterisk()));
  const before = columnsOf(scope.tables.slice(0, left));
  const names = [...columnsOf(scope.tables.slice(left))].filter((name) => before.has(name));
  if (names.length === 0) {
    const message = 'NATURAL JOIN needs a column that both sides have';
    throw new HogQLError('hogql_query_error', message, node);
  }
  return names.map((name) => ({ name, start: node.start, end: node.end }));
}

/** Joins rows of both sides that are equal in these columns; each pair of columns is one column afterwards. */
function equalities(
  columns: readonly SharedColumn[],
  { start, end }: Span,
  env: Environment,
  left: number,
): SqlExpr {
  const { tables } = env.scope;
  const found = columns.map((shared) => {
    const { name } = shared;
    const has = ({ reader }: ScopeTable): boolean => reader.has(name);
    const sides = [tables.slice(0, left).find(has), tables.slice(left).find(has)];
    env.scope.merge(name);
    const operands = sides.map((table) => {
      if (table === undefined) {
        throw new HogQLError('hogql_query_error', `Unable to resolve field: ${name}`, shared);
      }
      const chain = [table.alias, name];
      return env.lower({ type: 'Field', chain, start, end }, { inJoin: true }).sql;
    });
    return call('equals', ...operands);
  });
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : call('and', ...found);
}
