import type { ConstantValue } from '../../syntax/ast';
import type { PropertyOwner } from '../../types/property-type';
import type { SqlExpr, SqlQuery } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { ValueType } from '../../types/value-type';

/** A step into JSON: a key, or a position in an array (from 1). */
export type PathStep = string | number;

/** The read behind an expression on JSON, so that further steps extend the same read. */
export interface PropertyRead {
  /** Extends the read by a step. */
  step(step: PathStep): Typed;
  /**
   * The value if it is stored as a string, else NULL: cheaper than the text of any value, with the same result if it
   * is compared with a text that cannot be the text of a number, boolean, array or object.
   */
  readonly stringOnly: (() => SqlExpr) | null;
  /** The owner of the definitions that type the keys, if this is a whole property bag. */
  readonly bagOwner?: PropertyOwner;
}

/** An expression with its known properties. */
export interface Typed {
  readonly sql: SqlExpr;
  readonly type: ValueType;
  /** The literal in the statement. */
  readonly constant?: ConstantValue;
  /** A DateTime field without the conversion to the project's zone: the same time. */
  readonly instant?: SqlExpr;
  readonly property?: PropertyRead;
  /** The text of a property that is read as its declared type. */
  readonly plain?: Typed;
  /** The items of a tuple or array literal. */
  readonly items?: readonly Typed[];
  /** What a sub-query returns, for IN. */
  readonly rows?: SubqueryRows;
}

interface SubqueryRows {
  readonly query: SqlQuery;
  readonly columns: readonly { readonly name: string; readonly type: ValueType }[];
}

export function typed(sql: SqlExpr, type: ValueType): Typed {
  return { sql, type };
}

/** A property bag as text, as it is selected; any other value unchanged. */
export function asValue(value: Typed): Typed {
  if (value.type.kind !== 'JSON') return value;
  return typed(value.sql, typeOf('String', value.type.nullable));
}

export function isConstant(value: Typed): value is Typed & { constant: ConstantValue } {
  return value.constant !== undefined;
}

/** Whether the value is a property without a declared type: text that may contain a number. */
export function isUntypedProperty(value: Typed): boolean {
  return value.property !== undefined && value.type.kind === 'String';
}

export function anyNullable(values: readonly Typed[]): boolean {
  return values.some((value) => value.type.nullable);
}
