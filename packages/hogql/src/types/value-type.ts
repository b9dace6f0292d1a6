/**
 * The known type of an expression: enough to choose non-throwing conversions, convert time zones and make comparisons
 * null-safe. `Unknown` always counts as nullable.
 */
export type TypeKind =
  | 'String'
  | 'Integer'
  | 'Float'
  | 'Decimal'
  | 'Boolean'
  | 'DateTime'
  | 'Date'
  | 'UUID'
  | 'Interval'
  | 'Array'
  | 'Tuple'
  | 'Map'
  | 'JSON'
  | 'Null'
  | 'Unknown';

export interface ValueType {
  readonly kind: TypeKind;
  readonly nullable: boolean;
}

export function typeOf(
  kind: TypeKind,
  nullable = kind === 'Unknown' || kind === 'Null',
): ValueType {
  return { kind, nullable };
}

export const UNKNOWN = typeOf('Unknown');

const NUMERIC: ReadonlySet<TypeKind> = new Set(['Integer', 'Float', 'Decimal']);

export function isNumeric(type: ValueType): boolean {
  return NUMERIC.has(type.kind);
}
