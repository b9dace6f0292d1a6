import { columns } from './columns';

/** Tables that describe what can be read: tables, their columns, and the links between them. */
export const INFORMATION_SCHEMA = {
  'system.information_schema.columns': columns(
    'table_schema text, table_name text, column_name text, ordinal_position integer, data_type text, ' +
      'is_nullable boolean, is_array boolean, field_kind text, description text?, null_fraction float?, ' +
      'min_value text?, max_value text?',
  ),
  'system.information_schema.data_types': columns('type_name text, description text'),
  'system.information_schema.relationships': columns(
    'source_table text, source_column text, target_table text, target_column text?, relationship_kind text, ' +
      'via text?',
  ),
  'system.information_schema.tables': columns(
    'table_catalog text, table_schema text, table_name text, table_type text, description text?, ' +
      'row_count integer?',
  ),
} as const;

export type InformationSchemaTable = keyof typeof INFORMATION_SCHEMA;

/** Whether the rows of the table are made from the catalogue, not read from a store. */
export function isInformationSchema(name: string): name is InformationSchemaTable {
  return Object.hasOwn(INFORMATION_SCHEMA, name);
}
