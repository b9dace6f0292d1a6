import type { Statement } from '../ast';
import { createCatalogue } from '../catalogue';
import { visitTree } from '../compile/map-tree';
import { isBuiltInTable } from '../warehouse/referenced-warehouse-tables';

/** What leads from events and persons to other tables without a join of the project's own. */
const OWN_PATHS: ReadonlySet<string> = new Set(
  ['events', 'persons'].flatMap((table) =>
    Object.entries(
      createCatalogue({
        channelRules: [],
        mode: 'person_id_override_properties_on_events',
        cohorts: [],
        groupTypes: [],
        warehouse: [],
      }).get(table)?.fields ?? {},
    ).flatMap(([name, { kind }]) =>
      kind === 'join' || kind === 'virtual' || kind === 'path' || kind === 'json' ? [name] : [],
    ),
  ),
);

interface TreeNode {
  readonly type: string;
}

/**
 * The steps in a statement that could be joins of the project: the caller looks them up before compiling. None
 * for the many statements that read nothing but HogQL's own tables and their properties.
 */
export function referencedJoinNames(statement: Statement): readonly string[] {
  const names = new Set<string>();
  const tables = new Set<string>();
  let onlyOwnTables = true;
  visitTree(statement, (node) => {
    if (node.type === 'JoinExpr' && 'table' in node) {
      const table = chainOf(node.table)?.join('.');
      if (table === undefined || !isBuiltInTable(table)) onlyOwnTables = false;
      for (const name of [table, 'alias' in node ? node.alias : null]) {
        if (typeof name === 'string') tables.add(name);
      }
    }
    for (const step of stepsOf(node)) names.add(step);
  });
  return [...names].filter((name) => !tables.has(name) && !(onlyOwnTables && OWN_PATHS.has(name)));
}

/** A join is never the last step, and nothing behind a property bag is one. */
function stepsOf(node: TreeNode): readonly string[] {
  const chain = chainOf(node) ?? [];
  const bag = chain.indexOf('properties');
  return chain
    .slice(0, bag === -1 ? chain.length - 1 : bag)
    .filter((step) => typeof step === 'string');
}

function chainOf(node: unknown): readonly unknown[] | undefined {
  if (typeof node !== 'object' || node === null || !('type' in node)) return undefined;
  if (node.type !== 'Field' || !('chain' in node) || !Array.isArray(node.chain)) return undefined;
  return node.chain as readonly unknown[];
}
