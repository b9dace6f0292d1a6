import type { Statement } from '../syntax/ast';
import { builtInCatalogue } from '../catalogue';
import { visitTree } from '../syntax/map-tree';
import type { AstNode } from '../syntax/map-tree';
import { isBuiltInTable } from './referenced-warehouse-tables';

/** Fields of events and persons that lead to other tables without a join that the project defines. */
const OWN_PATHS: ReadonlySet<string> = new Set(
  ['events', 'persons'].flatMap((table) =>
    Object.entries(builtInCatalogue().get(table)?.fields ?? {}).flatMap(([name, { kind }]) =>
      kind === 'join' || kind === 'virtual' || kind === 'path' || kind === 'json' ? [name] : [],
    ),
  ),
);

/**
 * The steps in a statement that could be joins that the project defines: the caller reads these joins before
 * compiling. Empty for the many statements that read only HogQL's own tables and their properties.
 */
export function referencedJoinNames(statement: Statement): readonly string[] {
  const names = new Set<string>();
  const tables = new Set<string>();
  let onlyOwnTables = true;
  visitTree(statement, (node) => {
    if (node.type === 'JoinExpr') {
      const table = chainOf(node.table)?.join('.');
      if (table === undefined || !isBuiltInTable(table)) onlyOwnTables = false;
      for (const name of [table, node.alias]) {
        if (typeof name === 'string') tables.add(name);
      }
    }
    for (const step of stepsOf(node)) names.add(step);
  });
  return [...names].filter((name) => !tables.has(name) && !(onlyOwnTables && OWN_PATHS.has(name)));
}

/** The steps that could be a join: the last step never is one, nor is any step after a property bag. */
function stepsOf(node: AstNode): readonly string[] {
  const chain = chainOf(node) ?? [];
  const bag = chain.indexOf('properties');
  return chain
    .slice(0, bag === -1 ? chain.length - 1 : bag)
    .filter((step) => typeof step === 'string');
}

function chainOf(node: AstNode): readonly (string | number)[] | undefined {
  return node.type === 'Field' ? node.chain : undefined;
}
