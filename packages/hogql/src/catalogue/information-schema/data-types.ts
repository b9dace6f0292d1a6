import type { TypeKind } from '../../types/value-type';

/** The types of columns in a response, with their meaning; names as in PostHog. */
export const DATA_TYPES = {
  String: 'Text. UUIDs too: they compare with text.',
  Integer: 'Whole numbers.',
  Float: 'Numbers with a fraction.',
  Decimal: 'Numbers with a fixed number of decimals.',
  Boolean: 'True or false.',
  Date: 'A day of the calendar.',
  DateTime: 'A time, shown in the time zone of the project.',
  JSON: 'A document: its keys are read as `column.key`, nested ones as `column.key.other`.',
  Array: 'A list of values of one type.',
  Struct: 'A record with named parts.',
  VirtualTable: 'A bundle of columns of the same row: `bundle.column`.',
  Unknown: 'Known only when the column is read.',
} as const;

export type DataType = keyof typeof DATA_TYPES;

const OF_KINDS: Readonly<Record<TypeKind, DataType>> = {
  String: 'String',
  UUID: 'String',
  Integer: 'Integer',
  Float: 'Float',
  Decimal: 'Decimal',
  Boolean: 'Boolean',
  Date: 'Date',
  DateTime: 'DateTime',
  JSON: 'JSON',
  Array: 'Array',
  Tuple: 'Struct',
  Map: 'JSON',
  Interval: 'Unknown',
  Null: 'Unknown',
  Unknown: 'Unknown',
};

export function dataTypeOf(kind: TypeKind): DataType {
  return OF_KINDS[kind];
}

/** The data type of a field type in the wire format (`docs/wire/query-kinds.md#field-types`). */
export function dataTypeOfWire(type: string): DataType {
  const found = Object.keys(DATA_TYPES).find((name) => name.toLowerCase() === type);
  return (found as DataType | undefined) ?? 'Unknown';
}
