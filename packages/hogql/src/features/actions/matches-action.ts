import type { Call } from '../../syntax/ast';
import { astBuilder } from '../../syntax/build';
import { HogQLError } from '../../syntax/errors';
import type { Environment } from '../../lower/scope/environment';
import type { Typed } from '../../lower/scope/typed';
import { adviceOn } from '../../lower/scope/advice';
import type { ActionDefinition } from './definition';
import { actionKey } from './referenced-actions';
import { stepExpr } from './step-expr';

/** Actions by the id or name in a statement; `ambiguous` if several have the same name. */
export type ActionsByKey = ReadonlyMap<number | string, ActionDefinition | 'ambiguous'>;

function find(node: Call, actions: ActionsByKey): ActionDefinition {
  const key = actionKey(node);
  const action = actions.get(key);
  if (action === 'ambiguous') {
    throw new HogQLError('hogql_query_error', `Found multiple actions with name '${key}'`, node);
  }
  if (action === undefined) {
    const what = typeof key === 'number' ? `the ID ${key}` : `the name '${key}'`;
    throw new HogQLError('hogql_query_error', `Could not find an action with ${what}`, node);
  }
  return action;
}

/** `matchesAction(id)` or `matchesAction('name')`: whether an event matches any step of the action. */
export function lowerMatchesAction(node: Call, env: Environment, actions: ActionsByKey): Typed {
  const action = find(node, actions);
  const events = env.scope.tables.find((table) => table.reader.tableName === 'events');
  if (events === undefined) {
    throw new HogQLError(
      'hogql_query_error',
      'matchesAction can only be used in a SELECT from events',
      node,
    );
  }
  const [reference] = node.args;
  if (reference?.type === 'Constant') env.context.advise(adviceOn('action', reference, action));
  const ast = astBuilder(node);
  if (action.steps.length === 0) return env.lower(ast.constant(true));
  const { now, timezone } = env.context.project;
  const context = { scope: 'event', table: events.alias, ast, now, timezone } as const;
  return namingAction(action, node, () =>
    env.lower(ast.or(action.steps.map((step) => stepExpr(step, context)))),
  );
}

/** An error in an action's steps is not part of the statement, so the message names the action. */
function namingAction<T>(action: ActionDefinition, node: Call, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HogQLError)) throw error;
    const name = action.name === null ? '' : ` '${action.name}'`;
    const message = `Action${name} (ID ${action.id}): ${error.message}`;
    throw new HogQLError(error.code, message, node);
  }
}
