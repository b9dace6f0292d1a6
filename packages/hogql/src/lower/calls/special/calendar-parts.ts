import { HogQLError } from '../../../syntax/errors';
import { call, number, text } from '../../../clickhouse-sql/build';
import type { SqlExpr } from '../../../clickhouse-sql/nodes';
import { typeOf } from '../../../types/value-type';
import { numericOperand, toTimestamp, toText, toUuid } from '../../operators/casts';
import type { Typed } from '../../scope/typed';
import { anyNullable, typed } from '../../scope/typed';
import { arg, constantText, special, zoneArgument } from './special';
import type { SpecialCall, SpecialFunction } from './special';

/** The parts that `date_part` supports. Sunday is day 7 of `dow`, as in PostHog (in Postgres it is day 0). */
const PARTS: Readonly<Record<string, (timestamp: SqlExpr) => SqlExpr>> = {
  year: (timestamp) => call('toYear', timestamp),
  isoyear: (timestamp) => call('toISOYear', timestamp),
  quarter: (timestamp) => call('toQuarter', timestamp),
  month: (timestamp) => call('toMonth', timestamp),
  week: (timestamp) => call('toISOWeek', timestamp),
  day: (timestamp) => call('toDayOfMonth', timestamp),
  doy: (timestamp) => call('toDayOfYear', timestamp),
  isodow: (timestamp) => call('toDayOfWeek', timestamp),
  dow: (timestamp) => call('toDayOfWeek', timestamp),
  hour: (timestamp) => call('toHour', timestamp),
  minute: (timestamp) => call('toMinute', timestamp),
  second: (timestamp) => call('toSecond', timestamp),
  epoch: (timestamp) => call('toUnixTimestamp', timestamp),
};

const INTERVALS = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'];

function datePart(args: readonly Typed[], context: SpecialCall): Typed {
  const name = constantText(arg(args, 0), 'The part', context).toLowerCase();
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (part === undefined) {
    const known = Object.keys(PARTS).join(', ');
    throw new HogQLError(
      'hogql_query_error',
      `Unknown part '${name}'. Use one of ${known}`,
      context.node,
    );
  }
  const value = toTimestamp(arg(args, 1), context.env.context.zone);
  return typed(part(value.sql), typeOf('Integer', value.type.nullable));
}

/** Two times that are combined must have the same precision. */
function exactTimestamp(value: Typed, zone: string): SqlExpr {
  return call('toDateTime64', toTimestamp(value, zone).sql, number(6), text(zone));
}

function dateBin(args: readonly Typed[], { env }: SpecialCall): Typed {
  const { zone } = env.context;
  const [timestamp, origin] = [
    exactTimestamp(arg(args, 1), zone),
    exactTimestamp(arg(args, 2), zone),
  ];
  const sql = call('toStartOfInterval', timestamp, arg(args, 0).sql, origin);
  return typed(sql, typeOf('DateTime', anyNullable(args)));
}

function madeTimestamp(args: readonly Typed[], zoneAt: number, context: SpecialCall): Typed {
  const parts = args.slice(0, 6).map(numericOperand);
  const zone = zoneArgument(args, zoneAt, context);
  const sql = call(
    'makeDateTime64',
    ...parts.map((part) => part.sql),
    number(0),
    number(6),
    text(zone),
  );
  return typed(sql, typeOf('DateTime', anyNullable(parts)));
}

function timeSlots(args: readonly Typed[], { env }: SpecialCall): Typed {
  const { zone } = env.context;
  const start = call('toDateTime', toTimestamp(arg(args, 0), zone).sql, text(zone));
  const seconds = args
    .slice(1)
    .map((item) => call('accurateCastOrDefault', item.sql, text('UInt32')));
  return typed(call('timeSlots', start, ...seconds), typeOf('Array'));
}

/** Functions that split times into parts, and build times of parts. */
export const calendarParts: readonly SpecialFunction[] = [
  special('date_part', [2, 2], datePart),
  special('date_bin', [3, 3], dateBin),
  special('make_timestamp', [6, 7], (args, context) => madeTimestamp(args, 6, context)),
  special('make_timestamptz', [7, 7], (args, context) => madeTimestamp(args, 6, context)),
  special('make_interval', [6, 6], (args) => {
    const parts = INTERVALS.map((unit, i) =>
      call(`toInterval${unit}`, numericOperand(arg(args, i)).sql),
    );
    const sql = parts.reduce((sum, part) => call('plus', sum, part));
    return typed(sql, typeOf('Interval', anyNullable(args)));
  }),
  special('timeSlots', [2, 3], timeSlots),
  special('toModifiedJulianDay', [1, 1], (args) =>
    typed(call('toModifiedJulianDayOrNull', toText(arg(args, 0)).sql), typeOf('Integer', true)),
  ),
  special('UUIDv7ToDateTime', [1, 2], (args, context) => {
    const id = toUuid(arg(args, 0));
    const zone = zoneArgument(args, 1, context);
    return typed(call('UUIDv7ToDateTime', id.sql, text(zone)), typeOf('DateTime', true));
  }),
];
