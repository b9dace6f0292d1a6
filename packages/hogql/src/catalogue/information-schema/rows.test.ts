import { builtInSchemaTables } from './built-in-tables';
import type { InformationSchemaTable } from '../system/information-schema';
import { dataTypeOfWire } from './data-types';
import { informationSchemaRows } from './rows';
import type { SchemaTable } from './schema-table';

const BUILT_IN = builtInSchemaTables([{ name: 'company', index: 0 }]);

const rows = (table: string, tables: readonly SchemaTable[] = BUILT_IN) =>
  informationSchemaRows(`system.information_schema.${table}` as InformationSchemaTable, tables);

const row = (table: string, wanted: Readonly<Record<string, unknown>>) =>
  rows(table).find((found) => Object.entries(wanted).every(([key, value]) => found[key] === value));

describe('information schema', () => {
  it('shows the origin of tables', () => {
    expect(row('tables', { table_name: 'events' })).toMatchObject({
      table_catalog: 'events',
      table_schema: 'public',
      table_type: 'posthog',
      row_count: null,
    });
    expect(row('tables', { table_name: 'system.cohorts' })?.table_type).toBe('system');
    expect(row('tables', { table_name: 'system.groups' })?.table_schema).toBe('system');
    expect(row('tables', { table_name: 'system.information_schema.columns' })).toMatchObject({
      table_schema: 'information_schema',
      table_type: 'information_schema',
    });
  });

  it('has rows of the tables that it is given, and of no others', () => {
    const without = BUILT_IN.filter(({ name }) => name !== 'system.activity_logs');
    const names = (tables: readonly SchemaTable[]) =>
      rows('columns', tables).map(({ table_name }) => table_name);
    expect(names(BUILT_IN)).toContain('system.activity_logs');
    expect(names(without)).not.toContain('system.activity_logs');
  });

  it.each([
    ['events', 'uuid', 'String', 'column'],
    ['events', 'timestamp', 'DateTime', 'column'],
    ['events', 'properties', 'JSON', 'column'],
    ['events', 'person_id', 'String', 'expression'],
    ['events', 'poe', 'VirtualTable', 'virtual_table'],
    ['events', 'poe.properties', 'JSON', 'column'],
    ['sessions', '$session_duration', 'Integer', 'expression'],
    ['persons', 'is_identified', 'Boolean', 'column'],
    ['system.cohorts', 'deleted', 'Integer', 'column'],
    ['system.information_schema.columns', 'null_fraction', 'Float', 'column'],
  ])('%s.%s is %s', (table, column, type, kind) => {
    const found = row('columns', { table_name: table, column_name: column });
    expect(found).toMatchObject({ data_type: type, field_kind: kind });
  });

  it('numbers the columns of a table, including those of virtual tables', () => {
    const ordinals = rows('columns')
      .filter(({ table_name }) => table_name === 'events')
      .map(({ ordinal_position }) => ordinal_position);
    expect(ordinals).toEqual(ordinals.map((_, at) => at + 1));
  });

  it('leaves out the guard of the project and columns that only the compiler reads', () => {
    for (const column_name of ['team_id', 'elements_chain_heads']) {
      expect(row('columns', { column_name })).toBeUndefined();
    }
  });

  it('shows the links between tables', () => {
    expect(row('relationships', { source_table: 'events', via: 'pdi' })).toEqual({
      source_table: 'events',
      source_column: 'distinct_id',
      target_table: 'person_distinct_ids',
      target_column: 'distinct_id',
      relationship_kind: 'lazy_join',
      via: 'pdi',
    });
    expect(row('relationships', { source_table: 'events', source_column: 'company' })).toEqual({
      source_table: 'events',
      source_column: 'company',
      target_table: 'events',
      target_column: 'group_0',
      relationship_kind: 'field_traverser',
      via: null,
    });
  });

  it('uses the types of the properties it names', () => {
    const known = new Set(rows('data_types').map(({ type_name }) => type_name));
    const named = new Set(rows('columns').map(({ data_type }) => data_type));
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    expect(['integer', 'datetime', 'json', 'lazy_table'].map(dataTypeOfWire)).toEqual([
      'Integer',
      'DateTime',
      'JSON',
      'Unknown',
    ]);
  });
});
