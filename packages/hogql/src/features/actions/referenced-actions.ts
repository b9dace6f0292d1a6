import type { Call, Statement } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { visitTree } from '../../syntax/map-tree';

/** The id or name inside `matchesAction(...)`. */
export function actionKey(node: Call): number | string {
  const [reference] = node.args;
  if (
    node.args.length !== 1 ||
    reference?.type !== 'Constant' ||
    (typeof reference.value !== 'number' && typeof reference.value !== 'string')
  ) {
    throw new HogQLError(
      'hogql_query_error',
      'action() takes only constant arguments',
      reference ?? node,
    );
  }
  return reference.value;
}

/**
 * The ids and names of the actions in a statement: the caller loads them before compiling.
 * @throws HogQLError when an argument is not constant
 */
export function referencedActions(statement: Statement): (number | string)[] {
  const keys = new Set<number | string>();
  visitTree(statement, (node) => {
    if (node.type === 'Call' && node.name === 'matchesAction') keys.add(actionKey(node));
  });
  return [...keys];
}
