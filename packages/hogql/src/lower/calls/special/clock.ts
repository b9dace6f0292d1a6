import { call, number, text } from '../../../clickhouse-sql/build';
import type { SqlExpr } from '../../../clickhouse-sql/nodes';
import { typeOf } from '../../../types/value-type';
import type { Typed } from '../../scope/typed';
import { typed } from '../../scope/typed';
import { special, zoneArgument } from './special';
import type { SpecialCall, SpecialFunction } from './special';

/** One time for the whole statement, by the caller's clock: retries and branches use the same one. */
function timestamp({ env }: SpecialCall): SqlExpr {
  const utc = env.context.project.now.toISOString().replace('T', ' ').replace('Z', '000');
  return call('toDateTime64', text(utc), number(6), text('UTC'));
}

function now(context: SpecialCall, zone: string): Typed {
  const instant = timestamp(context);
  return { sql: call('toTimeZone', instant, text(zone)), type: typeOf('DateTime'), instant };
}

function today(context: SpecialCall): SqlExpr {
  return call('toDate', now(context, context.env.context.zone).sql);
}

/** The current time and date on the project's wall clock. */
export const clock: readonly SpecialFunction[] = [
  special('now', [0, 1], (args, context) => now(context, zoneArgument(args, 0, context)), true),
  special(
    'current_timestamp',
    [0, 0],
    (_, context) => now(context, context.env.context.zone),
    true,
  ),
  special('nowInBlock', [0, 1], (args, context) => now(context, zoneArgument(args, 0, context))),
  ...['today', 'current_date'].map((name) =>
    special(name, [0, 0], (_, context) => typed(today(context), typeOf('Date')), true),
  ),
  special('yesterday', [0, 0], (_, context) =>
    typed(call('subtractDays', today(context), number(1)), typeOf('Date')),
  ),
];
