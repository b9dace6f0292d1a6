import type { Expr } from '../syntax/ast';
import { aggregates } from '../functions/find';
import { mapTree } from '../syntax/map-tree';

interface TreeNode {
  readonly type: string;
}

function isCall(node: TreeNode): node is TreeNode & { readonly name: string } {
  return node.type === 'Call' && 'name' in node && typeof node.name === 'string';
}

/**
 * Whether an expression aggregates rows of its own SELECT. Aggregations in sub-queries do not count, nor do calls
 * with OVER, although their arguments may.
 */
export function containsAggregation(expr: Expr): boolean {
  let found = false;
  mapTree<TreeNode>(expr, (node) => {
    if (node.type === 'SelectQuery' || node.type === 'SelectSetQuery') return node;
    if (isCall(node) && aggregates.find(node.name) !== undefined) found = true;
    return null;
  });
  return found;
}
