import { isSystemTable } from '../catalogue/system/tables';
import type { SystemTableName } from '../catalogue/system/tables';
import type { Statement } from '../syntax/ast';
import { visitTree } from '../syntax/map-tree';

/** The names in FROM and JOIN of a statement, including sub-queries; names of WITH clauses may be among them. */
export function referencedTables(statement: Statement): readonly string[] {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    if (node.type !== 'JoinExpr' || node.table.type !== 'Field') return;
    names.add(node.table.chain.join('.'));
  });
  return [...names];
}

/** The `system.*` tables in a statement: the caller reads their rows before compiling. */
export function referencedSystemTables(statement: Statement): readonly SystemTableName[] {
  return referencedTables(statement).filter(isSystemTable);
}

/** Whether a table of this name is read anywhere in FROM. */
export function readsTable(root: Statement, name: string): boolean {
  let found = false;
  visitTree(root, (node) => {
    if (node.type !== 'JoinExpr' || node.table.type !== 'Field') return;
    const { chain } = node.table;
    found ||= chain.length === 1 && chain[0] === name;
  });
  return found;
}
