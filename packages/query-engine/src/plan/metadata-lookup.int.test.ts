import type { StoredTableName } from '@tidemark/hogql';
import { isInformationSchema, SYSTEM_TABLE_NAMES } from '@tidemark/hogql';
import { saveSightings } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createIsolatedDatabase } from '@tidemark/testing';
import { projectSchemaTables } from './information-schema';
import { createMetadataLookup } from './metadata-lookup';

const SECRET = 'a-secret';

let database: Database;

async function project(id: number): Promise<void> {
  const { db } = database;
  await db
    .insertInto('organizations')
    .values({ id: `00000000-0000-4000-8000-00000000000${id}`, name: 'o', slug: `o${id}` })
    .execute();
  await db
    .insertInto('projects')
    .values({
      id,
      uuid: `00000000-0000-4000-8000-00000000010${id}`,
      organization_id: `00000000-0000-4000-8000-00000000000${id}`,
      name: `project ${id}`,
      api_token: `${SECRET}-token-${id}`,
      secret_key_hash: `${SECRET}-hash-${id}`,
      secret_key_mask: SECRET,
    })
    .execute();
  await db
    .insertInto('feature_flags')
    .values([
      {
        project_id: id,
        key: `sealed-${id}`,
        filters: JSON.stringify({
          groups: [{ rollout_percentage: 40 }],
          payloads: { true: SECRET },
        }),
        has_encrypted_payloads: true,
      },
      {
        project_id: id,
        key: `open-${id}`,
        filters: JSON.stringify({ groups: [{}, {}], payloads: { true: '1' } }),
      },
    ])
    .execute();
  await db
    .insertInto('cohorts')
    .values({ project_id: id, name: `cohort ${id}`, groups: '[]' })
    .execute();
  await db
    .insertInto('group_types')
    .values({ project_id: id, group_type: `company ${id}`, group_type_index: 0 })
    .execute();
  await db
    .insertInto('early_access_features')
    .values({ project_id: id, name: `feature ${id}`, stage: 'beta', payload: '{}' })
    .execute();
  await db
    .insertInto('surveys')
    .values({ project_id: id, name: `survey ${id}`, type: 'popover', questions: '[]' })
    .execute();
  await db
    .insertInto('batch_exports')
    .values({
      id: `00000000-0000-4000-8000-00000000020${id}`,
      project_id: id,
      name: `export ${id}`,
      model: 'events',
      destination_type: 'S3',
      destination_config: JSON.stringify({ bucket: SECRET }),
      destination_secrets: SECRET,
      interval: 'hour',
      next_interval_start: new Date(),
    })
    .execute();
  await db
    .insertInto('batch_export_runs')
    .values({
      id: `00000000-0000-4000-8000-00000000040${id}`,
      batch_export_id: `00000000-0000-4000-8000-00000000020${id}`,
      project_id: id,
      backfill_id: `00000000-0000-4000-8000-00000000050${id}`,
      data_interval_end: new Date(),
    })
    .execute();
  await db
    .insertInto('saved_views')
    .values({ project_id: id, name: `view ${id}`, query: 'select now()', columns: '[]' })
    .execute();
  await db
    .insertInto('warehouse_tables')
    .values({
      id: `00000000-0000-4000-8000-00000000060${id}`,
      project_id: id,
      name: `table ${id}`,
      format: 'CSV',
      source: 's3',
      url_pattern: SECRET,
      options: '{}',
      secrets: SECRET,
      columns: JSON.stringify([{ name: 'a', key: 'a', type: 'string', valid: true }]),
    })
    .execute();
  await db
    .insertInto('actions')
    .values({ project_id: id, name: `action ${id}`, steps: '[]' })
    .execute();
  await db
    .insertInto('insights')
    .values({ project_id: id, short_id: `short-${id}`, name: `insight ${id}` })
    .execute();
  await db
    .insertInto('annotations')
    .values({ project_id: id, content: `annotation ${id}` })
    .execute();
  const dashboard = await db
    .insertInto('dashboards')
    .values({ project_id: id, name: `dashboard ${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const insight = await db
    .selectFrom('insights')
    .select('id')
    .where('project_id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('dashboard_tiles')
    .values({
      dashboard_id: dashboard.id,
      insight_id: insight.id,
      layouts: '{}',
      color: `green ${id}`,
    })
    .execute();
  await db
    .insertInto('insight_variables')
    .values({ project_id: id, name: `variable ${id}`, code_name: `v${id}`, type: 'String' })
    .execute();
  await db
    .insertInto('activity_log')
    .values({
      id: `00000000-0000-4000-8000-00000000030${id}`,
      project_id: id,
      scope: 'Action',
      item_id: '1',
      activity: 'created',
      detail: JSON.stringify({ name: `logged ${id}`, changes: [] }),
    })
    .execute();
  await saveSightings(
    database,
    {
      events: [{ projectId: id, name: `event ${id}` }],
      properties: [
        { projectId: id, owner: 'event', name: `property ${id}`, propertyType: 'Numeric' },
        { projectId: id, owner: 'group_2', name: `of a group ${id}`, propertyType: null },
      ],
      eventProperties: [],
    },
    new Date(),
  );
}

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await project(1);
  await project(2);
});
afterAll(() => database.close());

const STORED = SYSTEM_TABLE_NAMES.filter(
  (name): name is StoredTableName => !isInformationSchema(name),
);

it.each(STORED)('%s has rows of its project alone, and no secrets', async (table) => {
  const lookup = createMetadataLookup(database);
  const rows = await lookup.systemRows(1, table, 100);
  expect(rows.length).toBeGreaterThan(0);
  const text = JSON.stringify(rows);
  expect(text).not.toContain(SECRET);
  const others = JSON.stringify(await lookup.systemRows(2, table, 100));
  const names = (json: string): string[] => json.match(/(?:[a-z]+[ -]|-0{9}\d0)[12]"/g) ?? [];
  expect(names(text).every((name) => name.endsWith('1"'))).toBe(true);
  expect(names(others).every((name) => name.endsWith('2"'))).toBe(true);
  expect(names(text).length).toBeGreaterThan(0);
  expect(await lookup.systemRows(3, table, 100)).toEqual([]);
  expect(await lookup.systemRows(1, table, 1)).toHaveLength(1);
});

it('shows the filters of a flag with one condition, and only unencrypted payloads', async () => {
  const rows = await createMetadataLookup(database).systemRows(1, 'system.feature_flags', 9);
  expect(rows).toMatchObject([
    { key: 'sealed-1', rollout_percentage: '40', filters: { groups: [{}] } },
    { key: 'open-1', rollout_percentage: null, filters: { payloads: { true: '1' } } },
  ]);
});

it('resolves the names of group types', async () => {
  const lookup = createMetadataLookup(database);
  expect(await lookup.groupTypes(2)).toEqual([{ name: 'company 2', index: 0 }]);
  expect(await lookup.groupTypes(3)).toEqual([]);
});

it('lists all that a project can read, including its own tables, views and joins', async () => {
  await database.db
    .insertInto('table_joins')
    .values({
      project_id: 1,
      source_table_name: 'table 1',
      source_table_key: 'a',
      joining_table_name: 'persons',
      joining_table_key: 'properties.a',
      field_name: 'owner',
    })
    .execute();
  const tables = await projectSchemaTables(createMetadataLookup(database), { id: 1 });
  const named = (name: string) => tables.find((table) => table.name === name);
  expect(named('table 1')).toEqual({
    name: 'table 1',
    type: 'data_warehouse',
    rowCount: null,
    columns: [{ name: 'a', type: 'String', nullable: true, kind: 'column' }],
    links: [
      {
        column: 'a',
        target: 'persons',
        targetColumn: 'properties.a',
        kind: 'lazy_join',
        via: 'owner',
      },
    ],
  });
  expect(named('view 1')?.type).toBe('view');
  expect(named('events')?.type).toBe('posthog');
  expect(named('table 2')).toBeUndefined();
});
