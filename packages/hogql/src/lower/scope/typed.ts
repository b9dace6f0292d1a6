import type { ConstantValue } from '../../syntax/ast';
import type { PropertyOwner } from '../../types/property-type';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { ValueType } from '../../types/value-type';

/** A step into JSON: a key, or a position in an array (from 1). */
export type PathStep = string | number;

/** What stands behind an expression that reads JSON, so that further steps extend the same read. */
export interface PropertyRead {
  /** Reads deeper. */
  step(step: PathStep): Typed;
  /**
   * The value when it is stored as a string, else NULL: cheaper than the text of any value, and the same
   * as long as it is compared with something that cannot be the text of a number, boolean, array or object.
   */
  readonly stringOnly: (() => SqlExpr) | null;
  /** The owner of the definitions that type the keys, if this is a whole property bag. */
  readonly bagOwner?: PropertyOwner;
}

/** An expression with what is known about it. */
export interface Typed {
  readonly sql: SqlExpr;
  readonly type: ValueType;
  /** The literal it was written as. */
  readonly constant?: ConstantValue;
  /** A DateTime field without the wrapper that moves it to the project's zone: the same instant. */
  readonly instant?: SqlExpr;
  readonly property?: PropertyRead;
  /** The text behind a property that is read as its declared type. */
  readonly plain?: Typed;
  /** The items of a tuple or array literal. */
  readonly items?: readonly Typed[];
}

export function typed(sql: SqlExpr, type: ValueType): Typed {
  return { sql, type };
}

/** A property bag as the text it is selected as; anything else as it is. */
export function asValue(value: Typed): Typed {
  if (value.type.kind !== 'JSON') return value;
  return typed(value.sql, typeOf('String', value.type.nullable));
}

export function isConstant(value: Typed): value is Typed & { constant: ConstantValue } {
  return value.constant !== undefined;
}

/** A property without a declared type: text that may well be a number. */
export function isUntypedProperty(value: Typed): boolean {
  return value.property !== undefined && value.type.kind === 'String';
}

export function anyNullable(values: readonly Typed[]): boolean {
  return values.some((value) => value.type.nullable);
}
