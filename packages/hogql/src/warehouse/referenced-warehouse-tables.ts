import type { Statement } from '../ast';
import { createCatalogue } from '../catalogue';
import { isSystemTable } from '../catalogue/system/tables';
import { visitTree } from '../compile/map-tree';

const BUILT_IN: ReadonlySet<string> = new Set([
  ...createCatalogue({
    channelRules: [],
    mode: 'person_id_override_properties_on_events',
    cohorts: [],
    groupTypes: [],
    warehouse: [],
  }).keys(),
  // The one table function.
  'numbers',
]);

/** Whether a table of HogQL's own has this name, so that no table of a project can. */
export function isBuiltInTable(name: string): boolean {
  return BUILT_IN.has(name) || isSystemTable(name);
}

/**
 * The names in FROM and JOIN that are no tables of HogQL's own: what the caller looks up among the project's
 * data-warehouse tables before compiling. Names of WITH clauses may be among them.
 */
export function referencedWarehouseTables(statement: Statement): readonly string[] {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    if (node.type !== 'JoinExpr' || !('table' in node)) return;
    const { table } = node;
    if (typeof table !== 'object' || table === null || !('chain' in table)) return;
    if (!Array.isArray(table.chain) || table.chain.length !== 1) return;
    const name = String(table.chain[0]);
    if (!isBuiltInTable(name)) names.add(name);
  });
  return [...names];
}
