import type { PropertyType } from '../../types/property-type';
import { call, NULL, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { isNumeric, typeOf } from '../../types/value-type';
import { toFloat, toTimestamp } from './casts';
import type { PropertyRead, Typed } from '../scope/typed';
import { isUntypedProperty, typed } from '../scope/typed';

const NUMBER_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A property with the type of its definition (`docs/wire/hogql.md#property-conversion`); values that cannot be
 * converted are NULL. The text remains available where the type has no meaning.
 */
export function asDeclared(plain: Typed, type: PropertyType | undefined, zone: string): Typed {
  const value = read(plain, type, zone);
  if (value === plain || plain.property === undefined) return plain;
  const property: PropertyRead = { ...plain.property, stringOnly: null };
  return { ...value, property, plain };
}

function read(plain: Typed, type: PropertyType | undefined, zone: string): Typed {
  switch (type) {
    case 'Numeric':
      return toFloat(plain);
    case 'DateTime':
      return toTimestamp(plain, zone);
    case 'Boolean':
      return truthOf(plain);
    case 'String':
    case undefined:
      return plain;
  }
}

function truthOf({ sql }: Typed): Typed {
  const is = (word: string): SqlExpr => call('equals', sql, text(word));
  const truth = call('multiIf', is('true'), boolean(true), is('false'), boolean(false), NULL);
  return typed(truth, typeOf('Boolean', true));
}

function boolean(value: boolean): SqlExpr {
  return { kind: 'boolean', value };
}

/**
 * Converts the two sides of a comparison, membership test or choice. A declared property whose type cannot be
 * compared with the other side is read as text (PostHog rejects such statements); a constant text beside a numeric or
 * boolean property becomes a literal of that type.
 */
export function meet(left: Typed, right: Typed): readonly [Typed, Typed] {
  const a = canMeet(left, right) ? left : (left.plain ?? left);
  const b = canMeet(right, left) ? right : (right.plain ?? right);
  return [literalFor(a, b), literalFor(b, a)];
}

/** The value, as text if its type cannot be compared with every one of `others`. */
export function meetAll(value: Typed, others: readonly Typed[]): Typed {
  return others.every((other) => canMeet(value, other)) ? value : (value.plain ?? value);
}

/** Converts values of which one is returned: declared properties beside texts are read as text. */
export function unify(values: readonly Typed[]): Typed[] {
  const withText = values.some((value) => value.type.kind === 'String');
  return values.map((value) => (withText ? (value.plain ?? value) : meetAll(value, values)));
}

/** Whether a declared property can be compared by its type with `other`. True for all other values. */
function canMeet(value: Typed, other: Typed): boolean {
  if (value.plain === undefined) return true;
  const { kind } = other.type;
  if (kind === 'Null' || kind === 'Unknown') return true;
  switch (value.type.kind) {
    case 'Float':
      return (
        isNumeric(other.type) ||
        kind === 'Boolean' ||
        isUntypedProperty(other) ||
        isNumberText(other)
      );
    case 'Boolean':
      return isNumeric(other.type) || kind === 'Boolean' || isBooleanText(other);
    case 'DateTime':
      return kind === 'DateTime' || kind === 'Date' || kind === 'String';
    default:
      return true;
  }
}

function isNumberText({ constant }: Typed): boolean {
  return (
    typeof constant === 'string' && NUMBER_TEXT.test(constant) && Number.isFinite(Number(constant))
  );
}

function isBooleanText({ constant }: Typed): boolean {
  return constant === 'true' || constant === 'false';
}

function literalFor(value: Typed, other: Typed): Typed {
  if (other.plain === undefined) return value;
  if (other.type.kind === 'Float' && isNumberText(value)) {
    const constant = Number(value.constant);
    return { sql: number(constant), type: typeOf('Float'), constant };
  }
  if (other.type.kind === 'Boolean' && isBooleanText(value)) {
    const constant = value.constant === 'true';
    return { sql: boolean(constant), type: typeOf('Boolean'), constant };
  }
  return value;
}
