import type { SystemRow } from '../system/columns';
import type { InformationSchemaTable } from '../system/information-schema';
import { DATA_TYPES } from './data-types';
import { columnDescription, tableDescription } from './descriptions';
import type { SchemaTable, SchemaTableType } from './schema-table';

const SCHEMAS: Readonly<Record<SchemaTableType, string>> = {
  posthog: 'public',
  system: 'system',
  information_schema: 'information_schema',
  data_warehouse: 'warehouse',
  view: 'views',
};

/**
 * The rows of a table of `system.information_schema`, built from the tables that statements of the project can read.
 */
export function informationSchemaRows(
  table: InformationSchemaTable,
  tables: readonly SchemaTable[],
): readonly SystemRow[] {
  switch (table) {
    case 'system.information_schema.tables':
      return tables.map(tableRow);
    case 'system.information_schema.columns':
      return tables.flatMap(columnRows);
    case 'system.information_schema.relationships':
      return tables.flatMap(relationshipRows);
    case 'system.information_schema.data_types':
      return Object.entries(DATA_TYPES).map(([type_name, description]) => ({
        type_name,
        description,
      }));
  }
}

function tableRow({ name, type, rowCount }: SchemaTable): SystemRow {
  return {
    table_catalog: name,
    table_schema: SCHEMAS[type],
    table_name: name,
    table_type: type,
    description: tableDescription(name),
    row_count: rowCount,
  };
}

/** Statistics of the values in a column are unknown: the share of NULL, minimum and maximum stay NULL. */
function columnRows({ name: table, type: origin, columns }: SchemaTable): readonly SystemRow[] {
  return columns.map(({ name, type, nullable, kind }, at) => ({
    table_schema: SCHEMAS[origin],
    table_name: table,
    column_name: name,
    ordinal_position: at + 1,
    data_type: type,
    is_nullable: nullable,
    is_array: type === 'Array',
    field_kind: kind,
    description: columnDescription(table, name),
  }));
}

function relationshipRows({ name, links }: SchemaTable): readonly SystemRow[] {
  return links.map(({ column, target, targetColumn, kind, via }) => ({
    source_table: name,
    source_column: column,
    target_table: target,
    target_column: targetColumn,
    relationship_kind: kind,
    via,
  }));
}
