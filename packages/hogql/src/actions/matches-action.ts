import type { Call } from '../ast';
import { astBuilder } from '../ast-build';
import { HogQLError } from '../errors';
import type { Environment } from '../lower/environment';
import type { Typed } from '../lower/typed';
import { adviceOn } from '../resolve/advice';
import type { ActionDefinition } from './definition';
import { stepExpr } from './step-expr';

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

function find(node: Call, env: Environment): ActionDefinition {
  const key = actionKey(node);
  const action = env.context.compile.actions.get(key);
  if (action === 'ambiguous') {
    throw new HogQLError('hogql_query_error', `Found multiple actions with name '${key}'`, node);
  }
  if (action === undefined) {
    const what = typeof key === 'number' ? `the ID ${key}` : `the name '${key}'`;
    throw new HogQLError('hogql_query_error', `Could not find an action with ${what}`, node);
  }
  return action;
}

/** `matchesAction(id)` or `matchesAction('name')`: whether an event fits any step of the action. */
export function lowerMatchesAction(node: Call, env: Environment): Typed {
  const action = find(node, env);
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
  const { now, timezone } = env.context.compile;
  const context = { scope: 'event', table: events.alias, ast, now, timezone } as const;
  return env.lower(ast.or(action.steps.map((step) => stepExpr(step, context))));
}
