import type { Statement } from '../syntax/ast';
import { builtInCatalogue } from '../catalogue';
import { isSystemTable } from '../catalogue/system/tables';
import { visitTree } from '../syntax/map-tree';

const BUILT_IN: ReadonlySet<string> = new Set([
  ...builtInCatalogue().keys(),
  // The only table function.
  'numbers',
]);

/** Whether a table of HogQL has this name, so that no table of a project can have it. */
export function isBuiltInTable(name: string): boolean {
  return BUILT_IN.has(name) || isSystemTable(name);
}

/**
 * The names in FROM and JOIN that are not tables of HogQL: the caller reads the project's data-warehouse tables with
 * these names before compiling. Names of WITH clauses may be among them.
 */
export function referencedWarehouseTables(statement: Statement): readonly string[] {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    if (node.type !== 'JoinExpr') return;
    const { table } = node;
    if (table.type !== 'Field' || table.chain.length !== 1) return;
    const name = String(table.chain[0]);
    if (!isBuiltInTable(name)) names.add(name);
  });
  return [...names];
}
