import type { Expr, JoinConstraint, JoinExpr, JoinType } from '../ast';
import { isSystemTable, SYSTEM_TABLE_NAMES } from '../catalogue/system/tables';
import type { SystemTableName } from '../catalogue/system/tables';
import type { CompileContext } from '../compile/context';
import { HogQLError } from '../errors';
import { unknownTable } from '../resolve/hints';
import type { SelectScope } from '../resolve/select-scope';
import type { TableReader } from '../resolve/table-reader';
import { call } from '../sql/build';
import type { SqlExpr, SqlFrom } from '../sql/nodes';
import { CatalogueReader } from './catalogue-reader';
import type { Environment, LoweringContext } from './environment';
import { NumbersReader } from './numbers-reader';
import { FixedReader, recursiveReader } from './recursive';
import { renamed } from './renamed-reader';
import { sampled } from './sample';
import { SubqueryReader } from './subquery-reader';
import { SystemReader } from './system-reader';
import { wholeNumber } from './whole-number';

/** Null: the engine has no such join. */
const ENGINE_JOINS: Readonly<Record<JoinType, string | null>> = {
  JOIN: 'INNER JOIN',
  'INNER JOIN': 'INNER JOIN',
  'LEFT JOIN': 'LEFT JOIN',
  'LEFT OUTER JOIN': 'LEFT JOIN',
  'RIGHT JOIN': 'RIGHT JOIN',
  'RIGHT OUTER JOIN': 'RIGHT JOIN',
  'FULL JOIN': 'FULL JOIN',
  'FULL OUTER JOIN': 'FULL JOIN',
  'CROSS JOIN': 'CROSS JOIN',
  'POSITIONAL JOIN': 'PASTE JOIN',
  'ALL INNER JOIN': 'INNER JOIN',
  'ANY INNER JOIN': 'INNER ANY JOIN',
  'ASOF INNER JOIN': 'INNER ASOF JOIN',
  'LEFT SEMI JOIN': 'LEFT SEMI JOIN',
  'LEFT ANTI JOIN': 'LEFT ANTI JOIN',
  'LEFT ANY JOIN': 'LEFT ANY JOIN',
  'LEFT ASOF JOIN': 'LEFT ASOF JOIN',
  'RIGHT SEMI JOIN': 'RIGHT SEMI JOIN',
  'RIGHT ANTI JOIN': 'RIGHT ANTI JOIN',
  'RIGHT ANY JOIN': 'RIGHT ANY JOIN',
  'RIGHT ASOF JOIN': null,
};

interface LoweredJoin {
  readonly type: string | null;
  readonly alias: string;
  readonly reader: TableReader;
  readonly on: SqlExpr | null;
}

function namedTable(node: JoinExpr, scope: SelectScope, context: LoweringContext): TableReader {
  if (node.table.type !== 'Field') throw new Error('Not a named table');
  const name = node.table.chain.join('.');
  const cte = node.table.chain.length === 1 ? scope.ctes.get(name) : undefined;
  if (node.tableArgs !== null) return tableFunction(name, node.tableArgs, node);
  if (cte?.kind === 'subquery') {
    context.countExpansion(cte.statement);
    const query = new SubqueryReader(context.lowerQuery(cte.statement, cte.scope, true));
    return renamed({ ...node, columnAliases: cte.columns }, query);
  }
  if (cte?.kind === 'recursive') {
    context.countExpansion(cte.statement);
    return recursiveReader(cte.cte, cte.statement, cte.scope, context);
  }
  if (cte?.kind === 'self') {
    return new FixedReader(cte.outputs, { kind: 'self', name: cte.sqlName });
  }
  context.countExpansion(node.table);
  context.tableNames.add(name);
  // First, so that no table of a project can stand in for one.
  if (isSystemTable(name)) return systemReader(name, node, context.compile);
  const table = context.catalogue.get(name);
  if (table === undefined) {
    throw unknownTable(name, [...context.catalogue.keys(), ...SYSTEM_TABLE_NAMES], node.table);
  }
  if (table.unavailable !== undefined) {
    throw new HogQLError('hogql_query_error', table.unavailable, node.table);
  }
  return new CatalogueReader(table, table.only ?? null);
}

function systemReader(name: SystemTableName, node: JoinExpr, compile: CompileContext): TableReader {
  const rows = compile.systemRows?.get(name);
  if (rows === undefined) {
    throw new HogQLError(
      'hogql_not_implemented',
      `Table \`${name}\` cannot be read here`,
      node.table,
    );
  }
  return new SystemReader(name, rows, compile.projectId);
}

function tableFunction(name: string, args: readonly Expr[], node: JoinExpr): TableReader {
  if (name !== 'numbers') {
    throw new HogQLError('hogql_query_error', `Unknown table function \`${name}\`.`, node.table);
  }
  if (args.length < 1 || args.length > 2) {
    throw new HogQLError(
      'hogql_query_error',
      `Table function 'numbers' requires 1 to 2 arguments, found ${args.length}`,
      node,
    );
  }
  return new NumbersReader(args.map((arg) => wholeNumber(arg, 'An argument of numbers()')));
}

function readerOf(node: JoinExpr, scope: SelectScope, context: LoweringContext): TableReader {
  switch (node.table.type) {
    case 'Field':
      return namedTable(node, scope, context);
    case 'SelectQuery':
    case 'SelectSetQuery':
      return new SubqueryReader(context.lowerQuery(node.table, scope.ctes, true));
    default:
      throw new HogQLError('hogql_query_error', 'This cannot be used as a table', node.table);
  }
}

function aliasOf(node: JoinExpr, position: number): string {
  if (node.alias !== null) return node.alias;
  return node.table.type === 'Field' ? node.table.chain.join('__') : `subquery_${position}`;
}

function engineJoin(node: JoinExpr): string | null {
  const { joinType } = node;
  if (joinType === null) return null;
  const engine = ENGINE_JOINS[joinType];
  if (engine === null) {
    throw new HogQLError('hogql_not_implemented', `${joinType} is not supported`, node);
  }
  const needsCondition = engine !== 'CROSS JOIN' && engine !== 'PASTE JOIN';
  if (needsCondition && node.constraint === null) {
    throw new HogQLError('hogql_query_error', `${joinType} needs ON or USING`, node);
  }
  return engine;
}

/** Lowers the FROM chain into the scope. Sources are built later, when all their columns are known. */
export function lowerFrom(
  first: JoinExpr,
  env: Environment,
  columnAliases: ReadonlySet<string>,
): () => SqlFrom {
  const { scope, context } = env;
  const joins: LoweredJoin[] = [];
  for (let node: JoinExpr | null = first; node !== null; node = node.nextJoin) {
    const reader = renamed(node, sampled(node, readerOf(node, scope, context)));
    const alias = aliasOf(node, joins.length);
    const sqlAlias = columnAliases.has(alias) ? `${alias}__table` : alias;
    scope.addTable({ alias, sqlAlias, reader }, node);
    joins.push({
      type: engineJoin(node),
      alias: sqlAlias,
      reader,
      on: node.constraint === null ? null : constraint(node.constraint, node, env),
    });
  }
  return () => buildFrom(joins);
}

function buildFrom([first, ...others]: readonly LoweredJoin[]): SqlFrom {
  if (first === undefined) throw new Error('FROM needs a table');
  return {
    source: first.reader.source(),
    alias: first.alias,
    joins: others.map(({ type, reader, alias, on }) => ({
      type: type ?? 'CROSS JOIN',
      source: reader.source(),
      alias,
      on,
    })),
  };
}

function constraint(node: JoinConstraint, join: JoinExpr, env: Environment): SqlExpr {
  if (node.kind === 'ON') return env.lower(node.expr, { inJoin: true }).sql;
  const columns = node.expr.type === 'Tuple' ? node.expr.exprs : [node.expr];
  const { tables } = env.scope;
  const right = tables.at(-1);
  const equalities = columns.map((column) => {
    if (column.type !== 'Field' || column.chain.length !== 1) {
      throw new HogQLError('hogql_query_error', 'USING takes column names', column);
    }
    const name = String(column.chain[0]);
    const left = tables.slice(0, -1).find((table) => table.reader.has(name));
    if (left === undefined || right?.reader.has(name) !== true) {
      throw new HogQLError('hogql_query_error', `Unable to resolve field: ${name}`, column);
    }
    env.scope.merge(name);
    const sides = [left, right].map(
      (table) =>
        env.lower(
          { type: 'Field', chain: [table.alias, name], start: join.start, end: join.end },
          { inJoin: true },
        ).sql,
    );
    return call('equals', ...sides);
  });
  const [only] = equalities;
  return equalities.length === 1 && only !== undefined ? only : call('and', ...equalities);
}
