import { call, number, text } from '../../sql/build';
import type { SqlExpr } from '../../sql/nodes';
import { typeOf } from '../../types/value-type';
import { typed } from '../typed';
import { special, zoneArgument } from './special';
import type { SpecialFunction } from './special';

function now(zone: string): SqlExpr {
  return call('now64', number(6), text(zone));
}

function today(zone: string): SqlExpr {
  return call('toDate', now(zone));
}

/** The present, as the project's wall clock shows it. */
export const clock: readonly SpecialFunction[] = [
  special(
    'now',
    [0, 1],
    (args, context) => typed(now(zoneArgument(args, 0, context)), typeOf('DateTime')),
    true,
  ),
  ...['current_timestamp', 'nowInBlock'].map((name) =>
    special(name, [0, 0], (_, { env }) => typed(now(env.context.zone), typeOf('DateTime')), true),
  ),
  ...['today', 'current_date'].map((name) =>
    special(name, [0, 0], (_, { env }) => typed(today(env.context.zone), typeOf('Date')), true),
  ),
  special('yesterday', [0, 0], (_, { env }) =>
    typed(call('subtractDays', today(env.context.zone), number(1)), typeOf('Date')),
  ),
];
