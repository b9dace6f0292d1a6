import type { Span } from '../../syntax/ast';
import { call, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { isNumeric, typeOf } from '../../types/value-type';
import { toFloat, toTimestamp, toText } from './casts';
import { ENGINE_COMPARISONS, isTextOperator } from './comparison-operators';
import type { ComparisonSide, ScalarCompareOp } from './comparison-operators';
import { normalizeDateText, requireDateText } from './date-text';
import { meet } from './declared';
import { nullSafe } from './null-safe';
import type { Typed } from '../scope/typed';
import { isConstant, isUntypedProperty, typed } from '../scope/typed';

export interface ComparisonOptions {
  readonly zone: string;
  /** False inside JOIN ON, where the engine requires plain equalities. */
  readonly nullSafe: boolean;
  /** The position of the comparison in the text, for errors. */
  readonly at?: Span;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Converts the two sides to types that the engine can compare without ever throwing for a value. */
function coerce(value: Typed, other: Typed, op: ScalarCompareOp, zone: string): Typed {
  if (isTextOperator(op)) return toText(value);
  const { kind } = value.type;
  if (isUntypedProperty(value)) return coerceProperty(value, other, op);
  if (kind === 'String' && isDateLike(other)) {
    return dateOperand(value, zone);
  }
  if (kind === 'Date' && other.type.kind === 'DateTime') return toTimestamp(value, zone);
  if (kind === 'Date' && other.type.kind === 'String') return toTimestamp(value, zone);
  if (kind === 'DateTime' && value.instant !== undefined && isTimestampLike(other)) {
    return typed(value.instant, value.type);
  }
  if (kind === 'UUID' && other.type.kind === 'String') {
    const valid = typeof other.constant === 'string' && UUID.test(other.constant);
    return valid ? value : toText(value);
  }
  if (kind === 'String' && other.type.kind === 'UUID' && isUuidText(value)) {
    return typed(call('toUUID', value.sql), typeOf('UUID'));
  }
  return value;
}

function isUuidText(value: Typed): boolean {
  return typeof value.constant === 'string' && UUID.test(value.constant);
}

export function isDateLike({ type: { kind } }: Typed): boolean {
  return kind === 'DateTime' || kind === 'Date';
}

function isTimestampLike(value: Typed): boolean {
  const { kind } = value.type;
  return kind === 'DateTime' || kind === 'Date' || kind === 'String';
}

function coerceProperty(value: Typed, other: Typed, op: ScalarCompareOp): Typed {
  if (isNumeric(other.type)) return toFloat(value);
  if (other.type.kind === 'DateTime' || other.type.kind === 'Date') return value;
  const equality = op === '==' || op === '!=';
  const stringOnly = value.property?.stringOnly;
  if (
    equality &&
    stringOnly &&
    typeof other.constant === 'string' &&
    !couldBeNonString(other.constant)
  ) {
    return typed(stringOnly(), value.type);
  }
  return value;
}

function dateOperand(value: Typed, zone: string): Typed {
  const exact = typeof value.constant === 'string' ? normalizeDateText(value.constant) : null;
  if (exact === null) return toTimestamp(value, zone);
  return typed(call('toDateTime64', text(exact), number(6), text(zone)), typeOf('DateTime'));
}

/** A boolean literal that is compared with a property means the text of the JSON boolean. */
function booleanAsText(value: Typed, other: Typed): Typed {
  if (typeof value.constant !== 'boolean' || !isUntypedProperty(other)) return value;
  const literal = String(value.constant);
  return { sql: text(literal), type: typeOf('String'), constant: literal };
}

/** `left op right` with the NULL rules of PostHog (`docs/wire/hogql.md#null-comparison`). */
export function compare(
  op: ScalarCompareOp,
  left: Typed,
  right: Typed,
  options: ComparisonOptions,
): Typed {
  const [given, other] = isTextOperator(op)
    ? [left.plain ?? left, right.plain ?? right]
    : meet(left, right);
  const a = booleanAsText(given, other);
  const b = booleanAsText(other, given);
  const propertyDate = (side: Typed, other: Typed): Typed =>
    isUntypedProperty(side) && isDateLike(other) ? toTimestamp(side, options.zone) : side;
  if (isDateLike(b)) requireDateText(a, b, options.at);
  if (isDateLike(a)) requireDateText(b, a, options.at);
  const x = coerce(propertyDate(a, b), b, op, options.zone);
  const y = coerce(propertyDate(b, a), a, op, options.zone);
  const sql = operation(op, x, y);
  if (!options.nullSafe) return typed(sql, typeOf('Boolean', true));
  return typed(nullSafe(op, sql, nulls(left, x), nulls(right, y)), typeOf('Boolean'));
}

function nulls(source: Typed, coerced: Typed): ComparisonSide {
  return {
    sql: coerced.sql,
    nullable: coerced.type.nullable,
    constant: isConstant(source),
    isNull: source.constant === null,
  };
}

function operation(op: ScalarCompareOp, left: Typed, right: Typed): SqlExpr {
  const pattern =
    op === '=~*' || op === '!~*' ? call('concat', text('(?i)'), right.sql) : right.sql;
  const base = call(ENGINE_COMPARISONS[op], left.sql, pattern);
  return op === '!~' || op === '!~*' ? call('not', base) : base;
}

/**
 * Whether a text could also be the text of a stored number, boolean, array or object. Only if it could not, comparing
 * the string sub-column alone gives the same result as comparing the text of any value.
 */
function couldBeNonString(value: string): boolean {
  return value === 'true' || value === 'false' || /^[-0-9[{]/.test(value);
}
