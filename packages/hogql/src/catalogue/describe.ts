import { printName } from '../syntax/print/identifiers';
import type { TypeKind } from '../types/value-type';
import type { FieldDefinition, Fields, TableDefinition } from './definitions/table-definition';
import { builtInCatalogue } from './index';
import type { GroupTypeName } from './events';
import { SYSTEM_TABLE_NAMES, systemColumns } from './system/tables';

/** A field of a table in the wire format (`docs/wire/query-kinds.md#schema-fields`). */
export interface DescribedField {
  readonly name: string;
  /** The name as a statement writes it. */
  readonly hogql_value: string;
  readonly type: string;
  readonly schema_valid: true;
  /** For a lazy or virtual table: its name and the names of its fields. */
  readonly table?: string;
  readonly fields?: readonly string[];
  /** For a synonym of another field: the path of that field. */
  readonly chain?: readonly string[];
}

export interface DescribedTable {
  readonly id: string;
  readonly name: string;
  readonly type: 'posthog' | 'system';
  readonly fields: Readonly<Record<string, DescribedField>>;
}

const WIRE_TYPES: Readonly<Record<TypeKind, string>> = {
  String: 'string',
  Integer: 'integer',
  Float: 'float',
  Decimal: 'decimal',
  Boolean: 'boolean',
  DateTime: 'datetime',
  Date: 'date',
  UUID: 'string',
  Interval: 'unknown',
  Array: 'array',
  Tuple: 'unknown',
  Map: 'unknown',
  JSON: 'json',
  Null: 'unknown',
  Unknown: 'unknown',
};

/** The tables that every project has; the caller adds data-warehouse tables. */
export function describeTables(groupTypes: readonly GroupTypeName[]): readonly DescribedTable[] {
  const catalogue = builtInCatalogue(groupTypes);
  const known = [...catalogue.values()].map(describeTable);
  const system = SYSTEM_TABLE_NAMES.map((name): DescribedTable => {
    const fields = Object.entries(systemColumns(name)).map(([field, { kind }]) =>
      described(field, WIRE_TYPES[kind]),
    );
    return { id: name, name, type: 'system', fields: byName(fields) };
  });
  return [...known, ...system];
}

function describeTable({ name, fields }: TableDefinition): DescribedTable {
  const type = name.startsWith('system.') ? 'system' : 'posthog';
  // The column of the project guard is not shown.
  const shown = Object.entries(fields).filter(([field]) => field !== 'team_id');
  return { id: name, name, type, fields: byName(shown.map(([field, is]) => describe(field, is))) };
}

function byName(fields: readonly DescribedField[]): DescribedTable['fields'] {
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}

function described(name: string, type: string): DescribedField {
  return { name, hogql_value: printName(name), type, schema_valid: true };
}

function describe(name: string, definition: FieldDefinition): DescribedField {
  switch (definition.kind) {
    case 'column':
    case 'aggregate':
    case 'stored':
      return described(name, WIRE_TYPES[definition.type.kind]);
    case 'computed':
      return described(name, WIRE_TYPES[definition.type.kind]);
    case 'json':
      return described(name, 'json');
    case 'path':
      return { ...described(name, 'field_traverser'), chain: definition.to };
    case 'virtual':
      return { ...described(name, 'virtual_table'), ...inner(name, definition.fields) };
    case 'join': {
      const { table } = definition;
      return { ...described(name, 'lazy_table'), ...inner(table.name, table.fields) };
    }
  }
}

function inner(table: string, fields: Fields): Pick<DescribedField, 'table' | 'fields'> {
  return { table, fields: Object.keys(fields).filter((field) => field !== 'team_id') };
}
