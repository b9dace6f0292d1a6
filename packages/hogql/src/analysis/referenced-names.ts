import type { Statement } from '../syntax/ast';
import { visitTree } from '../syntax/map-tree';
import type { AstNode } from '../syntax/map-tree';

/** A table or column comes first; nothing that leads a path can be the key of a property. */
function namesIn(node: AstNode): readonly unknown[] {
  if (node.type === 'Field') return node.chain.slice(1);
  if (node.type !== 'ArrayAccess' || node.property.type !== 'Constant') return [];
  return [node.property.value];
}

/**
 * Every step in a statement that could be the key of a property, with some that are not: what the caller
 * looks up property types for. Keys in filters of actions come on top.
 */
export function referencedNames(statement: Statement): readonly string[] {
  const names = new Set<string>();
  visitTree(statement, (node) => {
    for (const name of namesIn(node)) if (typeof name === 'string') names.add(name);
  });
  return [...names];
}
