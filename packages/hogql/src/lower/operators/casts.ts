import { call, number, text } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { Typed } from '../scope/typed';
import { isUntypedProperty, typed } from '../scope/typed';

/**
 * The conversions that statements can use. None of them throws: a value that cannot be converted becomes NULL, so no
 * engine error can ever quote a stored value.
 */
function castOrNull(value: Typed, engineType: string): Typed['sql'] {
  return call('accurateCastOrNull', value.sql, text(engineType));
}

export function toInteger(value: Typed): Typed {
  return typed(castOrNull(value, 'Int64'), typeOf('Integer', true));
}

export function toFloat(value: Typed): Typed {
  const sql =
    value.type.kind === 'String'
      ? call('toFloat64OrNull', value.sql)
      : castOrNull(value, 'Float64');
  return typed(sql, typeOf('Float', true));
}

export function toDecimal(value: Typed, scale: number): Typed {
  return typed(castOrNull(value, `Decimal64(${scale})`), typeOf('Decimal', true));
}

export function toUuid(value: Typed): Typed {
  return typed(castOrNull(value, 'UUID'), typeOf('UUID', true));
}

export function toBoolean(value: Typed): Typed {
  return typed(castOrNull(value, 'Bool'), typeOf('Boolean', true));
}

export function toText(value: Typed): Typed {
  if (value.type.kind === 'String') return value;
  return typed(call('toString', value.sql), typeOf('String', value.type.nullable));
}

/** How texts are read as times: `02/03/2024` is 2 March, or in the United States 3 February. */
export type TimeParser = 'parseDateTime64BestEffortOrNull' | 'parseDateTime64BestEffortUSOrNull';

/** A timestamp: text is parsed leniently in the zone, numbers are Unix seconds, dates are read as their midnight. */
export function toTimestamp(
  value: Typed,
  zone: string,
  parser: TimeParser = 'parseDateTime64BestEffortOrNull',
): Typed {
  switch (value.type.kind) {
    case 'DateTime':
      return value;
    case 'Date':
    case 'Integer':
    case 'Float':
      return typed(
        call('toDateTime64', value.sql, number(6), text(zone)),
        typeOf('DateTime', value.type.nullable),
      );
    default:
      return typed(
        call(parser, toText(value).sql, number(6), text(zone)),
        typeOf('DateTime', true),
      );
  }
}

export function toDay(value: Typed, zone: string): Typed {
  const { kind, nullable } = value.type;
  if (kind === 'Date') return value;
  if (kind === 'DateTime' || kind === 'Integer') {
    return typed(call('toDate', value.sql), typeOf('Date', nullable));
  }
  return typed(call('toDate', toTimestamp(value, zone).sql), typeOf('Date', true));
}

/** Properties in a numeric context are read as numbers, unless their declared type is numeric in itself. */
export function numericOperand(value: Typed): Typed {
  if (isUntypedProperty(value)) return toFloat(value);
  return value.plain !== undefined && value.type.kind === 'DateTime' ? toFloat(value.plain) : value;
}

/** Properties as a condition: `true`, `false`, 1 and 0 have their usual meaning, all other values are NULL. */
export function conditionOperand(value: Typed): Typed {
  if (isUntypedProperty(value)) return toBoolean(value);
  return value.plain === undefined || value.type.kind === 'Boolean'
    ? value
    : toBoolean(value.plain);
}
