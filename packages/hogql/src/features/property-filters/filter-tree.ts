import type { Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { FilterContext, PropertyFilter } from './filter';
import { propertyFilterExpr } from './property-filter';

const MAX_DEPTH = 20;

/**
 * Compiles filters of the wire format to one condition: a list (all must match), one filter, or nested groups `{type:
 * AND|OR, values}`. Without filters the condition is true.
 *
 * @throws HogQLError for any other value
 */
export function filterTreeExpr(tree: unknown, context: FilterContext): Expr {
  return treeExpr(tree, context, 0);
}

function treeExpr(node: unknown, context: FilterContext, depth: number): Expr {
  const { ast } = context;
  if (depth > MAX_DEPTH) throw new HogQLError('hogql_query_error', 'Filters are nested too deep');
  if (node === null || node === undefined) return ast.constant(true);
  const all = (nodes: readonly unknown[]): readonly Expr[] =>
    nodes.map((inner) => treeExpr(inner, context, depth + 1));
  if (Array.isArray(node)) return ast.and(all(node));
  if (typeof node !== 'object') {
    throw new HogQLError('hogql_query_error', 'A property filter must be an object');
  }
  if (!isGroup(node)) return propertyFilterExpr(node, context);
  if (node.values.length === 0) return ast.constant(true);
  return node.type === 'OR' ? ast.or(all(node.values)) : ast.and(all(node.values));
}

function isGroup(
  node: PropertyFilter | { readonly values?: unknown },
): node is { readonly type: 'AND' | 'OR'; readonly values: readonly unknown[] } {
  if (!('values' in node) || !Array.isArray(node.values)) return false;
  return 'type' in node && (node.type === 'AND' || node.type === 'OR');
}
