import { call, column } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { TypeKind, ValueType } from '../../types/value-type';
import type { FieldDefinition } from '../definitions/table-definition';

/** An aggregate function over one physical column of the rows to merge. */
export function merged(
  aggregate: string,
  physical: string,
  type: ValueType,
  hidden = false,
): FieldDefinition {
  return { kind: 'aggregate', expr: call(aggregate, column('t', physical)), type, hidden };
}

/** A field computed from other fields of the same table; `build` gets them in the order of `reads`. */
export function computed(
  reads: readonly string[],
  kind: TypeKind,
  build: (...args: SqlExpr[]) => SqlExpr,
  options: { readonly nullable?: boolean; readonly hidden?: boolean } = {},
): FieldDefinition {
  return {
    kind: 'computed',
    reads: reads.map((name) => [name]),
    type: typeOf(kind, options.nullable ?? false),
    build: (args) => build(...args),
    hidden: options.hidden ?? false,
  };
}
