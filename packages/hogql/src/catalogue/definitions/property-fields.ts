import { call, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { TypeKind } from '../../types/value-type';
import type { FieldDefinition } from './table-definition';

/* Fields of tables that are views of events: each reads one property. */

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

/** A text field; empty if the event does not have the property. */
export const textField = (name: string): FieldDefinition => property(name, 'String', asText);
/** An integer field; 0 if the event does not have the property. */
export const integerField = (name: string): FieldDefinition =>
  property(name, 'Integer', (value) => call('ifNull', castTo('Int64')(value), number(0)));
export const timeField = (name: string): FieldDefinition =>
  property(name, 'DateTime', asTime, true);
/** A Boolean field; true if the value as text equals `wanted`. */
export const isField = (name: string, wanted: string): FieldDefinition =>
  property(name, 'Boolean', equalsText(wanted));

/* Fields that are NULL if the event does not have the property. */

export const textOrNull = (name: string): FieldDefinition =>
  property(name, 'String', (value) => call('toString', value), true);
export const integerOrNull = (name: string): FieldDefinition =>
  property(name, 'Integer', castTo('Int64'), true);
export const floatOrNull = (name: string): FieldDefinition =>
  property(name, 'Float', castTo('Float64'), true);
