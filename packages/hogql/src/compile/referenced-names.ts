import type { ArrayAccess, Statement } from '../ast';
import { visitTree } from './map-tree';

interface TreeNode {
  readonly type: string;
}

/** A table or column comes first; nothing that leads a path can be the key of a property. */
function namesIn(node: TreeNode): readonly unknown[] {
  if (node.type === 'Field' && 'chain' in node && Array.isArray(node.chain)) {
    return node.chain.slice(1) as unknown[];
  }
  if (node.type !== 'ArrayAccess' || !('property' in node)) return [];
  const { property } = node as Pick<ArrayAccess, 'property'>;
  return property.type === 'Constant' ? [property.value] : [];
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
