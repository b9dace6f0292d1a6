import type { Field, Statement } from '../ast';
import { isSystemTable } from '../catalogue/system/tables';
import type { SystemTableName } from '../catalogue/system/tables';
import { visitTree } from './map-tree';

function isField(node: unknown): node is Field {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'Field';
}

/** The tables of the project's own definitions in a statement: whose rows the caller reads before compiling. */
export function referencedSystemTables(statement: Statement): readonly SystemTableName[] {
  const names = new Set<SystemTableName>();
  visitTree(statement, (node) => {
    if (node.type !== 'JoinExpr' || !('table' in node) || !isField(node.table)) return;
    const name = node.table.chain.join('.');
    if (isSystemTable(name)) names.add(name);
  });
  return [...names];
}
