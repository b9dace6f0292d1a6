import type { Placeholder, Statement } from '../ast';
import { mapTree, visitTree } from '../compile/map-tree';
import { HogQLError } from '../errors';
import { closest } from '../functions/closest';
import { valueExpr } from './value-expr';

/** The values of `{variables.code_name}`, by code name. */
export type VariableValues = ReadonlyMap<string, unknown>;

interface TreeNode {
  readonly type: string;
}

function isVariable(node: TreeNode): node is Placeholder {
  if (node.type !== 'Placeholder') return false;
  const { expr } = node as Placeholder;
  return expr.type === 'Field' && expr.chain[0] === 'variables' && expr.chain.length === 2;
}

function codeNameOf({ expr }: Placeholder): string {
  return expr.type === 'Field' ? String(expr.chain[1]) : '';
}

/** The code names that a statement asks for. */
export function referencedVariables(statement: Statement): readonly string[] {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    if (isVariable(node)) names.add(codeNameOf(node));
  });
  return [...names];
}

/**
 * Puts values in the place of `{variables.x}` (`wire/hogql.md` §9.1).
 *
 * @throws HogQLError for a variable that the request does not give
 */
export function replaceVariables(statement: Statement, values: VariableValues): Statement {
  return mapTree(statement, (node) => {
    if (!isVariable(node)) return null;
    const name = codeNameOf(node);
    const value = values.get(name);
    if (value !== undefined) return valueExpr(value, `variables.${name}`, node);
    const near = closest(name, values.keys());
    const hint = near === null ? '' : `. Did you mean: ${near}?`;
    throw new HogQLError(
      'hogql_query_error',
      `Variable ${name} is missing from query${hint}`,
      node,
    );
  });
}
