import type { JoinExpr } from '../ast';
import { visitTree } from './map-tree';

/** Whether a table of this plain name stands anywhere in FROM. */
export function readsTable(root: unknown, name: string): boolean {
  let found = false;
  visitTree(root, (node) => {
    if (!isJoin(node) || node.table.type !== 'Field') return;
    const { chain } = node.table;
    if (chain.length === 1 && chain[0] === name) found = true;
  });
  return found;
}

function isJoin(node: { readonly type: string }): node is JoinExpr {
  return node.type === 'JoinExpr';
}
