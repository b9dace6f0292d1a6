import { call, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { TypeKind } from '../../types/value-type';
import type { FieldDefinition } from './table-definition';

/* Properties of events as fields of tables that read events of some names. */

const TRUE: SqlExpr = { kind: 'boolean', value: true };
const FALSE: SqlExpr = { kind: 'boolean', value: false };

/** A property of the event as a field of the table. */
function property(
  name: string,
  kind: TypeKind,
  build: (value: SqlExpr) => SqlExpr,
  nullable = false,
): FieldDefinition {
  return {
    kind: 'computed',
    reads: [['properties', name]],
    type: typeOf(kind, nullable),
    build: ([value]) => {
      if (!value) throw new Error(`${name} needs a column`);
      return build(value);
    },
  };
}

const asText = (value: SqlExpr): SqlExpr => call('ifNull', call('toString', value), text(''));
const castTo = (type: string) => (value: SqlExpr) => call('accurateCastOrNull', value, text(type));
const asTime = (value: SqlExpr): SqlExpr =>
  call('parseDateTime64BestEffortOrNull', call('toString', value), number(6), text('UTC'));
const equalsText = (wanted: string) => (value: SqlExpr) =>
  call('multiIf', call('equals', asText(value), text(wanted)), TRUE, FALSE);

/** Empty when the event has no such property. */
export const textField = (name: string): FieldDefinition => property(name, 'String', asText);
/** 0 when the event has no such property. */
export const integerField = (name: string): FieldDefinition =>
  property(name, 'Integer', (value) => call('ifNull', castTo('Int64')(value), number(0)));
export const timeField = (name: string): FieldDefinition =>
  property(name, 'DateTime', asTime, true);
/** True when the value, as text, is this one. */
export const isField = (name: string, wanted: string): FieldDefinition =>
  property(name, 'Boolean', equalsText(wanted));

/* The same, but NULL when the event has no such property. */

export const textOrNull = (name: string): FieldDefinition =>
  property(name, 'String', (value) => call('toString', value), true);
export const integerOrNull = (name: string): FieldDefinition =>
  property(name, 'Integer', castTo('Int64'), true);
export const floatOrNull = (name: string): FieldDefinition =>
  property(name, 'Float', castTo('Float64'), true);
