import { HogQLError } from '../../../syntax/errors';
import { call, number, text } from '../../../clickhouse-sql/build';
import { typeOf } from '../../../types/value-type';
import {
  toBoolean,
  toDay,
  toDecimal,
  toFloat,
  toInteger,
  toTimestamp,
  toText,
  toUuid,
} from '../../operators/casts';
import type { TimeParser } from '../../operators/casts';
import type { Typed } from '../../scope/typed';
import { typed } from '../../scope/typed';
import { arg, special, zoneArgument } from './special';
import type { SpecialCall, SpecialFunction } from './special';

const MAX_DECIMAL64_SCALE = 18;

function scaleOf(value: Typed, { node }: SpecialCall): number {
  const scale = Number(value.constant);
  if (Number.isInteger(scale) && scale >= 0 && scale <= MAX_DECIMAL64_SCALE) return scale;
  throw new HogQLError('hogql_query_error', 'The scale must be a constant from 0 to 18', node);
}

function orElse(value: Typed, otherwise: Typed): Typed {
  return typed(call('ifNull', value.sql, otherwise.sql), typeOf(value.type.kind));
}

/** NULL stays NULL, as everywhere; a value that cannot be converted is zero. */
function orZero(value: Typed, converted: Typed): Typed {
  const zero = orElse(converted, ZERO);
  if (!value.type.nullable) return zero;
  const sql = call('if', call('isNull', value.sql), { kind: 'null' }, zero.sql);
  return typed(sql, typeOf(converted.type.kind, true));
}

/** The types that `toDateTime` reads without a fraction of a second; texts may have one. */
const WITHOUT_FRACTION: ReadonlySet<string> = new Set(['DateTime', 'Date', 'Integer', 'Float']);

const ZERO: Typed = { sql: number(0), type: typeOf('Integer'), constant: 0 };

function timestamp(
  args: readonly Typed[],
  zoneAt: number,
  context: SpecialCall,
  parser?: TimeParser,
): Typed {
  const zone = zoneArgument(args, zoneAt, context);
  const value = toTimestamp(arg(args, 0), zone, parser);
  if (args[zoneAt] === undefined) return value;
  return typed(call('toTimeZone', value.sql, text(zone)), value.type);
}

function formatted(args: readonly Typed[], context: SpecialCall): Typed {
  const zone = zoneArgument(args, 2, context);
  const sql = call('parseDateTimeOrNull', toText(arg(args, 0)).sql, arg(args, 1).sql, text(zone));
  return typed(sql, typeOf('DateTime', true));
}

/** These functions read the text, regardless of the property's definition (`docs/wire/hogql.md#untyped-functions`). */
function textBehind(args: readonly Typed[]): Typed {
  const value = arg(args, 0);
  return value.plain ?? value;
}

/** The conversions to one type of numbers, for names with and without the width: both have 64 bits. */
function numberConversions(
  names: readonly string[],
  convert: (value: Typed) => Typed,
): SpecialFunction[] {
  return names.flatMap((name) => [
    special(`${name}OrNull`, [1, 1], (args) => convert(arg(args, 0))),
    special(`${name}OrZero`, [1, 1], (args) => {
      const value = textBehind(args);
      return orZero(value, convert(value));
    }),
    special(`${name}OrDefault`, [1, 2], (args) => {
      const value = textBehind(args);
      const [, otherwise] = args;
      return otherwise === undefined
        ? orZero(value, convert(value))
        : orElse(convert(value), convert(otherwise));
    }),
  ]);
}

/** Conversions: a value that cannot be converted is NULL. */
export const conversions: readonly SpecialFunction[] = [
  special('toInt', [1, 1], (args) => toInteger(arg(args, 0))),
  special('toFloat', [1, 1], (args) => toFloat(arg(args, 0))),
  // The names toInt64 and toFloat64 are functions of the engine that throw.
  ...numberConversions(['toInt', 'toInt64'], toInteger),
  ...numberConversions(['toFloat', 'toFloat64'], toFloat),
  special('toDecimal', [2, 2], (args, context) =>
    toDecimal(arg(args, 0), scaleOf(arg(args, 1), context)),
  ),
  special('toUUID', [1, 1], (args) => toUuid(arg(args, 0))),
  special('toUUIDOrDefault', [2, 2], (args) => orElse(toUuid(arg(args, 0)), toUuid(arg(args, 1)))),
  special('toNullableString', [1, 1], (args) => {
    const value = toText(arg(args, 0));
    return typed(call('toNullable', value.sql), typeOf('String', true));
  }),
  special('toBool', [1, 1], (args) => toBoolean(arg(args, 0))),
  special('toString', [1, 2], (args, context) => {
    const value = arg(args, 0);
    if (args[1] === undefined) return toText(value);
    const zone = zoneArgument(args, 1, context);
    return toText(typed(call('toTimeZone', value.sql, text(zone)), value.type));
  }),
  special('toDate', [1, 2], (args, context) => {
    const zone = zoneArgument(args, 1, context);
    const value = arg(args, 0);
    if (args[1] === undefined) return toDay(value, zone);
    if (value.type.kind === 'Integer') {
      return typed(call('toDate', value.sql, text(zone)), typeOf('Date', value.type.nullable));
    }
    if (value.type.kind !== 'DateTime') return toDay(value, zone);
    // The day on clocks of the named zone.
    return toDay(typed(call('toTimeZone', value.sql, text(zone)), value.type), zone);
  }),
  special('to_date', [1, 1], (args, { env }) => toDay(arg(args, 0), env.context.zone)),
  special('toDateTime', [1, 2], (args, context) => {
    const value = arg(args, 0);
    const { kind, nullable } = value.type;
    if (!WITHOUT_FRACTION.has(kind) || value.plain !== undefined) {
      return timestamp(args, 1, context);
    }
    // A time loses its fraction of a second, as in PostHog.
    const sql = call('toDateTime', value.sql, text(zoneArgument(args, 1, context)));
    return typed(sql, typeOf('DateTime', nullable));
  }),
  ...['parseDateTimeBestEffort', 'to_timestamp'].map((name) =>
    special(name, [1, 2], (args, context) => timestamp(args, 1, context)),
  ),
  special('toDateTimeUS', [1, 2], (args, context) =>
    timestamp(args, 1, context, 'parseDateTime64BestEffortUSOrNull'),
  ),
  special('toDateTime64', [1, 3], (args, context) => timestamp(args, 2, context)),
  special('fromUnixTimestamp', [1, 1], (args, { env }) =>
    toTimestamp(toInteger(arg(args, 0)), env.context.zone),
  ),
  special('parseDateTime', [2, 3], formatted),
  special('toTypeName', [1, 1], (args) =>
    typed(call('toTypeName', arg(args, 0).sql), typeOf('String')),
  ),
];
