import type { Expr, JoinExpr } from '../ast';
import { isSystemTable, SYSTEM_TABLE_NAMES } from '../catalogue/system/tables';
import type { SystemTableName } from '../catalogue/system/tables';
import type { CompileContext } from '../compile/context';
import { HogQLError } from '../errors';
import { unknownTable } from '../resolve/hints';
import type { SelectScope } from '../resolve/select-scope';
import type { TableReader } from '../resolve/table-reader';
import { CatalogueReader } from './catalogue-reader';
import type { LoweringContext } from './environment';
import { NumbersReader } from './numbers-reader';
import { FixedReader, recursiveReader } from './recursive';
import { renamed } from './renamed-reader';
import { SubqueryReader } from './subquery-reader';
import { SystemReader } from './system-reader';
import { wholeNumber } from './whole-number';

/** A name in FROM: one of WITH, a table function, a table of the catalogue. */
export function namedTable(
  node: JoinExpr,
  scope: SelectScope,
  context: LoweringContext,
): TableReader {
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
