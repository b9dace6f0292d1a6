import type { Expr, Placeholder, Statement } from '../syntax/ast';
import { mapTree, visitTree } from '../syntax/map-tree';
import { HogQLError } from '../syntax/errors';
import { closest } from '../functions/closest';
import { mapPlaceholderNames } from './placeholder-expr';
import { valueExpr } from './value-expr';

/** The values of `{variables.code_name}`, by code name. */
export type VariableValues = ReadonlyMap<string, unknown>;

interface TreeNode {
  readonly type: string;
}

function isPlaceholder(node: TreeNode): node is Placeholder {
  return node.type === 'Placeholder';
}

/** `variables.x` → `x`; null for any other name. */
function codeNameOf(chain: readonly (string | number)[]): string | null {
  return chain[0] === 'variables' && chain.length === 2 ? String(chain[1]) : null;
}

/** The code names in a statement's placeholders. */
export function referencedVariables(statement: Statement): readonly string[] {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    if (!isPlaceholder(node)) return;
    mapPlaceholderNames(node.expr, (chain) => {
      const name = codeNameOf(chain);
      if (name !== null) names.add(name);
      return null;
    });
  });
  return [...names];
}

/**
 * Replaces `{variables.x}` by values, alone or inside an expression in braces (`docs/wire/hogql.md#variables`).
 *
 * @throws HogQLError for a variable that is missing in the request
 */
export function replaceVariables(statement: Statement, values: VariableValues): Statement {
  return mapTree(statement, (node) => {
    if (!isPlaceholder(node)) return null;
    const { expr } = node;
    if (expr.type === 'Field') {
      const name = codeNameOf(expr.chain);
      return name === null ? null : variableExpr(name, values, node);
    }
    const filled = mapPlaceholderNames(expr, (chain, at) => {
      const name = codeNameOf(chain);
      return name === null ? null : variableExpr(name, values, at);
    });
    return { ...node, expr: filled };
  });
}

function variableExpr(name: string, values: VariableValues, at: Expr): Expr {
  const value = values.get(name);
  if (value !== undefined) return valueExpr(value, `variables.${name}`, at);
  const near = closest(name, values.keys());
  const hint = near === null ? '' : `. Did you mean: ${near}?`;
  throw new HogQLError('hogql_query_error', `Variable ${name} is missing from query${hint}`, at);
}
