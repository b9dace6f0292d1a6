import type { FieldDefinition, Fields, TableDefinition } from '../definitions/table-definition';
import type { GroupTypeName } from '../events';
import { builtInCatalogue } from '../index';
import { SYSTEM_TABLE_NAMES, systemColumns } from '../system/tables';
import type { SystemTableName } from '../system/tables';
import { isInformationSchema } from '../system/information-schema';
import { dataTypeOf } from './data-types';
import type { SchemaColumn, SchemaLink, SchemaTable } from './schema-table';

/** The tables that every project has, ordered by name. */
export function builtInSchemaTables(groupTypes: readonly GroupTypeName[]): readonly SchemaTable[] {
  const catalogue = builtInCatalogue(groupTypes);
  const system = SYSTEM_TABLE_NAMES.map(defined);
  return [...[...catalogue.values()].map(stored), ...system].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

function stored({ name, fields }: TableDefinition): SchemaTable {
  const type = name.startsWith('system.') ? 'system' : 'posthog';
  return { name, type, rowCount: null, ...partsOf(name, fields, '') };
}

function defined(name: SystemTableName): SchemaTable {
  const columns = Object.entries(systemColumns(name)).map(
    ([column, { kind, nullable }]): SchemaColumn => {
      return { name: column, type: dataTypeOf(kind), nullable, kind: 'column' };
    },
  );
  const type = isInformationSchema(name) ? 'information_schema' : 'system';
  return { name, type, rowCount: null, columns, links: [] };
}

type Parts = Pick<SchemaTable, 'columns' | 'links'>;

function partsOf(table: string, fields: Fields, prefix: string): Parts {
  const parts = Object.entries(fields)
    .filter(([name, field]) => name !== 'team_id' && !isInternal(field))
    .map(([name, field]) => partOf(table, `${prefix}${name}`, field));
  return {
    columns: parts.flatMap(({ columns }) => columns),
    links: parts.flatMap(({ links }) => links),
  };
}

/** Columns that only the compiler reads. */
function isInternal(field: FieldDefinition): boolean {
  return field.kind === 'column' && field.hidden === true;
}

function partOf(table: string, name: string, field: FieldDefinition): Parts {
  const column = (type: SchemaColumn['type'], nullable: boolean, kind: SchemaColumn['kind']) => ({
    columns: [{ name, type, nullable, kind }],
    links: [],
  });
  const link = (to: Omit<SchemaLink, 'via'> & { readonly via?: string }): Parts => ({
    columns: [],
    links: [{ via: null, ...to }],
  });
  switch (field.kind) {
    case 'column':
    case 'aggregate':
    case 'stored':
      return column(dataTypeOf(field.type.kind), field.type.nullable, 'column');
    case 'json':
      return column('JSON', false, 'column');
    case 'computed':
      return column(dataTypeOf(field.type.kind), field.type.nullable, 'expression');
    case 'virtual': {
      const inner = partsOf(table, field.fields, `${name}.`);
      const [bundle] = column('VirtualTable', false, 'virtual_table').columns;
      return { columns: [...(bundle ? [bundle] : []), ...inner.columns], links: inner.links };
    }
    case 'path':
      return link({
        column: name,
        target: table,
        targetColumn: field.to.join('.'),
        kind: 'field_traverser',
      });
    case 'join':
      return link({
        column: field.left.join('.'),
        target: field.table.name,
        targetColumn: field.right,
        kind: 'lazy_join',
        via: name,
      });
  }
}
