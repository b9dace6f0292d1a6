import { HogQLError } from '../../../syntax/errors';
import { call, number, text } from '../../../clickhouse-sql/build';
import { typeOf } from '../../../types/value-type';
import { arithmetic } from '../../operators/arithmetic';
import { toTimestamp } from '../../operators/casts';
import type { Typed } from '../../scope/typed';
import { typed } from '../../scope/typed';
import { arg, constantText, special } from './special';
import type { SpecialCall, SpecialFunction } from './special';

/** toWeek mode of ClickHouse: weeks from Sunday, or ISO weeks from Monday. */
const WEEK_MODES = { 0: 0, 1: 3 } as const;

const UNITS: ReadonlyMap<string, string> = new Map(
  ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year'].map((unit) => [
    unit.toLowerCase(),
    `toInterval${unit}`,
  ]),
);

/** Text where a date function expects a time is converted to a time. */
function timestampArg(args: readonly Typed[], index: number, { env }: SpecialCall): Typed {
  const value = arg(args, index);
  return value.type.kind === 'String' ? toTimestamp(value, env.context.zone) : value;
}

function interval(unit: Typed, amount: Typed, context: SpecialCall): Typed {
  const name = constantText(unit, 'The unit', context);
  const engine = UNITS.get(name.toLowerCase().replace(/s$/, ''));
  if (engine === undefined) {
    throw new HogQLError('hogql_query_error', `Unknown unit '${name}'`, context.node);
  }
  return typed(call(engine, amount.sql), typeOf('Interval', amount.type.nullable));
}

/** `dateAdd(date, interval)` or `dateAdd(unit, amount, date)`. */
function shifted(op: '+' | '-') {
  return (args: readonly Typed[], context: SpecialCall): Typed =>
    args.length === 2
      ? arithmetic(op, timestampArg(args, 0, context), arg(args, 1))
      : arithmetic(
          op,
          timestampArg(args, 2, context),
          interval(arg(args, 0), arg(args, 1), context),
        );
}

function truncated(args: readonly Typed[], context: SpecialCall): Typed {
  const unit = constantText(arg(args, 0), 'The unit', context).toLowerCase();
  if (!UNITS.has(unit)) {
    throw new HogQLError('hogql_query_error', `Unknown unit '${unit}'`, context.node);
  }
  const value = timestampArg(args, 1, context);
  const zone = args[2] === undefined ? [] : [arg(args, 2).sql];
  return typed(
    call('dateTrunc', text(unit), value.sql, ...zone),
    typeOf('DateTime', value.type.nullable),
  );
}

export const calendar: readonly SpecialFunction[] = [
  special('toStartOfWeek', [1, 2], (args, context) => {
    const value = timestampArg(args, 0, context);
    const mode = args[1]?.sql ?? number(WEEK_MODES[context.env.context.project.weekStartDay]);
    return typed(call('toStartOfWeek', value.sql, mode), typeOf('Date', value.type.nullable));
  }),
  special('toStartOfInterval', [2, 3], (args, context) => {
    const value = timestampArg(args, 0, context);
    const rest = args.slice(1).map((item) => item.sql);
    return typed(
      call('toStartOfInterval', value.sql, ...rest),
      typeOf('DateTime', value.type.nullable),
    );
  }),
  ...['dateTrunc', 'date_trunc'].map((name) => special(name, [2, 3], truncated, true)),
  special('dateAdd', [2, 3], shifted('+')),
  special('dateSub', [2, 3], shifted('-')),
  ...['toTimeZone', 'toTimezone'].map((name) =>
    special(name, [1, 2], (args, context) => {
      const value = timestampArg(args, 0, context);
      const zone =
        args[1] === undefined
          ? context.env.context.zone
          : constantText(args[1], 'The time zone', context);
      return typed(call('toTimeZone', value.sql, text(zone)), value.type);
    }),
  ),
  special('timezone', [2, 2], (args, context) => {
    const value = timestampArg(args, 1, context);
    const zone = constantText(arg(args, 0), 'The time zone', context);
    return typed(call('toTimeZone', value.sql, text(zone)), value.type);
  }),
];
