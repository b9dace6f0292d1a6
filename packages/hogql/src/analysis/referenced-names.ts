import type { Statement } from '../syntax/ast';
import { visitTree } from '../syntax/map-tree';
import type { AstNode } from '../syntax/map-tree';

/** The first step is a table or column, so it cannot be the key of a property. */
function namesIn(node: AstNode): readonly unknown[] {
  if (node.type === 'Field') return node.chain.slice(1);
  if (node.type !== 'ArrayAccess' || node.property.type !== 'Constant') return [];
  return [node.property.value];
}

/**
 * Every step in a statement that could be the key of a property, and some that cannot: the caller reads the types of
 * these properties. Keys in filters of actions are not included.
 */
export function referencedNames(statement: Statement): readonly string[] {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    for (const name of namesIn(node)) if (typeof name === 'string') names.add(name);
  });
  return [...names];
}
