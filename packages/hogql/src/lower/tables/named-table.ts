import type { JoinExpr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { SelectScope } from '../scope/select-scope';
import type { TableReader } from '../scope/table-reader';
import type { LoweringContext } from '../scope/environment';
import { projectTable } from './project-table';
import { recursiveReader } from './recursive';
import { FixedReader } from '../readers/fixed-reader';
import { renamed } from '../readers/renamed-reader';
import { SubqueryReader } from '../readers/subquery-reader';
import { isTableFunction, tableFunction } from './table-function';

/** A name in FROM: a WITH query, a table function, or a table of the catalogue. */
export function namedTable(
  node: JoinExpr,
  scope: SelectScope,
  context: LoweringContext,
): TableReader {
  if (node.table.type !== 'Field') throw new Error('Not a named table');
  const name = node.table.chain.join('.');
  const cte = node.table.chain.length === 1 ? scope.ctes.get(name) : undefined;
  if (node.tableArgs !== null) {
    return tableFunction(name, node.tableArgs, node, scope.ctes, context);
  }
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
  if (isTableFunction(name)) {
    const message = `Table function '${name}' requires arguments`;
    throw new HogQLError('hogql_query_error', message, node.table);
  }
  return projectTable(name, node.table, context);
}
