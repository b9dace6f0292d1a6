import type { Call } from '../ast';
import { actionKey } from '../actions/matches-action';
import { parseSelect } from '../parser';
import { visitTree } from './map-tree';

function isMatchesAction(node: { readonly type: string }): node is Call {
  return node.type === 'Call' && 'name' in node && node.name === 'matchesAction';
}

/**
 * The ids and names of the actions a statement refers to: what the caller loads before compiling.
 * @throws HogQLError when the statement does not parse or an argument is not constant
 */
export function referencedActions(source: string): (number | string)[] {
  const keys = new Set<number | string>();
  visitTree(parseSelect(source), (node) => {
    if (isMatchesAction(node)) keys.add(actionKey(node));
  });
  return [...keys];
}
