import { createIsolatedClickHouse } from '@tidemark/testing';
import { builtInSchemaTables } from '../catalogue/information-schema/built-in-tables';
import type { InformationSchemaTable } from '../catalogue/system/information-schema';
import { informationSchemaRows } from '../catalogue/information-schema/rows';
import type { SystemRow, SystemTableName } from '../catalogue/system/tables';
import { SYSTEM_TABLE_NAMES } from '../catalogue/system/tables';
import { compileHogQL } from '../compile/compile-hogql';
import type { CompileContext } from '../compile/context';
import { compileContext } from '../compile/test-support/context';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const CREATED = new Date('2024-02-01T10:00:00.250Z');

const FLAGS: readonly SystemRow[] = [
  {
    id: 7,
    key: 'new-page',
    name: 'it\'s \\ "quoted"\n{p0:String}',
    filters: { groups: [{ rollout_percentage: 30 }] },
    rollout_percentage: '30',
    active: true,
    version: 2,
    tags: ['a', "b'c"],
    created_at: CREATED,
    updated_at: CREATED,
    deleted: false,
  },
  {
    id: 8,
    key: 'old',
    name: '',
    filters: {},
    rollout_percentage: null,
    active: false,
    version: 1,
    tags: [],
    created_at: CREATED,
    updated_at: CREATED,
    deleted: true,
  },
];

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: '$feature_flag_called', properties: { $feature_flag: 'new-page' } }),
  ]);
});

afterAll(() => warehouse.close());

const withRows = (
  table: SystemTableName,
  rows: readonly SystemRow[],
): { systemRows: ReadonlyMap<SystemTableName, readonly SystemRow[]> } => ({
  systemRows: new Map([[table, rows]]),
});

const flags = (source: string): Promise<readonly unknown[][]> =>
  warehouse.rows(source, withRows('system.feature_flags', FLAGS));

describe('tables of the project’s definitions', () => {
  it('have every value as its type', async () => {
    expect(
      await flags(
        `select id, key, name, rollout_percentage, active, version, tags, created_at, deleted, team_id
         from system.feature_flags order by id`,
      ),
    ).toEqual([
      [
        7,
        'new-page',
        'it\'s \\ "quoted"\n{p0:String}',
        30,
        true,
        2,
        ['a', "b'c"],
        '2024-02-01 10:00:00.250000',
        0,
        1,
      ],
      [8, 'old', '', null, false, 1, [], '2024-02-01 10:00:00.250000', 1, 1],
    ]);
  });

  it('open their documents, count, join and compare like other tables', async () => {
    expect(
      await flags(
        'select filters.groups[1].rollout_percentage, filters from system.feature_flags order by id',
      ),
    ).toEqual([
      ['30', '{"groups":[{"rollout_percentage":30}]}'],
      [null, '{}'],
    ]);
    expect(await flags('select count() from system.feature_flags')).toEqual([[2]]);
    expect(
      await flags('select count() from system.feature_flags where rollout_percentage != 30'),
    ).toEqual([[1]]);
    expect(
      await flags(
        `select f.id, count() from events e join system.feature_flags f
         on e.properties.$feature_flag = f.key group by f.id`,
      ),
    ).toEqual([[7, 1]]);
    expect(
      await flags(
        'select key from (select * from system.feature_flags) where created_at < now() and not deleted',
      ),
    ).toEqual([['new-page']]);
  });

  it.each(SYSTEM_TABLE_NAMES)('%s can be empty', async (table) => {
    expect(await warehouse.rows(`select * from ${table}`, withRows(table, []))).toEqual([]);
    expect(await warehouse.rows(`select count() from ${table}`, withRows(table, []))).toEqual([
      [0],
    ]);
  });

  it('list the tables and columns that can be read', async () => {
    const tables = builtInSchemaTables([]);
    const rowsOf = (table: InformationSchemaTable) =>
      [table, informationSchemaRows(table, tables)] as const;
    const systemRows = new Map<SystemTableName, readonly SystemRow[]>([
      rowsOf('system.information_schema.columns'),
      rowsOf('system.information_schema.tables'),
    ]);
    const source = `select c.column_name, c.is_nullable, c.is_array, c.null_fraction, t.table_type
      from system.information_schema.columns c
      join system.information_schema.tables t on t.table_name = c.table_name
      where c.table_name = 'persons' order by c.ordinal_position limit 2`;
    expect(await warehouse.rows(source, { systemRows })).toEqual([
      ['id', false, false, null, 'posthog'],
      ['created_at', false, false, null, 'posthog'],
    ]);
  });

  it('carry thousands of rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({
      id: `definition-${id}`,
      name: `a longer name of an event, number ${id}`,
      hidden: id % 2 === 0,
    }));
    const source =
      'select count(), countIf(hidden), max(length(name)) from system.event_definitions';
    expect(await warehouse.rows(source, withRows('system.event_definitions', rows))).toEqual([
      [20_000, 10_000, 39],
    ]);
  });

  it('reject rows that are too large, and rows that the caller did not pass', () => {
    const large = [{ id: 1, name: 'x'.repeat(4_000_001) }];
    const compiling = (source: string, changes: Partial<CompileContext>) => () =>
      compileHogQL(source, compileContext(changes));
    const names = 'select name from system.actions';
    expect(compiling(names, withRows('system.actions', large))).toThrow('larger than a query');
    expect(compiling(names, {})).toThrow('cannot be read here');
    expect(compiling('select 1 from system.notebooks', {})).toThrow('keeps no such data');
  });
});
