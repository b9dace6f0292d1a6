import type { JoinExpr, Statement, ViewQuery } from '../syntax/ast';
import { mapTree, visitTree } from '../syntax/map-tree';
import { referencedWarehouseTables } from '../analysis/referenced-warehouse-tables';

interface TreeNode {
  readonly type: string;
}

/**
 * The names in FROM that may be views of the project: neither tables of HogQL nor names that a WITH of the statement
 * defines.
 */
export function referencedViews(statement: Statement): readonly string[] {
  const defined = definedNames(statement);
  return referencedWarehouseTables(statement).filter((name) => !defined.has(name));
}

/** The statement with its views in place of their names. The views must not contain views. */
export function inlineViews(
  statement: Statement,
  views: ReadonlyMap<string, Statement>,
): Statement {
  const defined = definedNames(statement);
  const replace = (node: TreeNode): TreeNode | null => {
    if (node.type === 'ViewQuery') return node;
    if (!isJoin(node)) return null;
    const { table } = node;
    if (table.type !== 'Field' || table.chain.length !== 1 || node.tableArgs !== null) return null;
    const name = String(table.chain[0]);
    const found = defined.has(name) ? undefined : views.get(name);
    if (found === undefined) return null;
    const { start, end } = table;
    const view: ViewQuery = { type: 'ViewQuery', name, statement: found, start, end };
    return mapTree<TreeNode>({ ...node, table: view } as TreeNode, replace);
  };
  return mapTree(statement, replace);
}

function definedNames(statement: Statement): ReadonlySet<string> {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    if (node.type === 'CTE') names.add(node.name);
  });
  return names;
}

function isJoin(node: TreeNode): node is JoinExpr {
  return node.type === 'JoinExpr';
}
