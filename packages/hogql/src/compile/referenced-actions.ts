import type { Call, Statement } from '../ast';
import { actionKey } from '../actions/matches-action';
import { visitTree } from './map-tree';

function isMatchesAction(node: { readonly type: string }): node is Call {
  return node.type === 'Call' && 'name' in node && node.name === 'matchesAction';
}

/**
 * The ids and names of the actions a statement refers to: what the caller loads before compiling.
 * @throws HogQLError when an argument is not constant
 */
export function referencedActions(statement: Statement): (number | string)[] {
  const keys = new Set<number | string>();
  visitTree(statement, (node) => {
    if (isMatchesAction(node)) keys.add(actionKey(node));
  });
  return [...keys];
}
