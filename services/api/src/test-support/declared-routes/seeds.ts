import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { Database } from '@tidemark/postgres';
import {
  createImportCommands,
  createWarehouseTableRepository,
  saveSightings,
} from '@tidemark/postgres';

/** A text in all data of the foreign project, which no response to another project may contain. */
export const MARKER = 'of_the_foreign_project_7c1f';

const steps = [{ event: MARKER }];
const half = { groups: [{ properties: [], rollout_percentage: 50 }] };
const metric = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  source: { kind: 'EventsNode', event: MARKER },
};
const query = { kind: 'HogQLQuery', query: `select '${MARKER}'` };

/** A body that refers to items created before, by resource. */
type BodyOf = (ids: ReadonlyMap<string, string>) => object;

/** One item of each resource that a request can create, in order: its path and its body. */
export const SEEDS: readonly (readonly [resource: string, body: object | BodyOf])[] = [
  ['actions', { name: MARKER, steps }],
  ['annotations', { content: MARKER, date_marker: '2026-01-01T00:00:00Z', scope: 'project' }],
  [
    'approval_policies',
    {
      action_key: 'feature_flag.update',
      approver_config: {},
      enabled: false,
      conditions: { type: 'flag', tags: [MARKER] },
    },
  ],
  [
    'batch_exports',
    {
      name: MARKER,
      interval: 'day',
      paused: true,
      destination: { type: 'File', config: { prefix: MARKER, file_format: 'JSONLines' } },
    },
  ],
  ['cohorts', { name: MARKER, is_static: true }],
  ['dashboards', { name: MARKER, description: MARKER }],
  ['early_access_feature', { name: MARKER, stage: 'beta' }],
  ['event_definitions', { name: MARKER }],
  ['event_deletions', { events: [MARKER] }],
  ['experiment_holdouts', { name: MARKER, filters: [{ properties: [], rollout_percentage: 1 }] }],
  ['experiment_saved_metrics', { name: MARKER, query: metric }],
  ['experiments', { name: MARKER, feature_flag_key: `${MARKER}_experiment` }],
  // The early access feature and the experiment created flags with their names.
  ['feature_flags', { key: `${MARKER}_flag`, filters: half }],
  [
    'hog_functions',
    {
      name: MARKER,
      template_id: 'template-webhook',
      inputs: { url: { value: `https://${MARKER}.example/` } },
    },
  ],
  [
    'hooks',
    (ids) => ({
      target: `https://${MARKER}.example/`,
      event: 'action_performed',
      resource_id: Number(ids.get('actions')),
    }),
  ],
  [
    'ingestion_rules',
    { name: MARKER, kind: 'drop', conditions: [{ field: 'event', value: MARKER }] },
  ],
  ['insight_variables', { name: MARKER, type: 'String', default_value: MARKER }],
  ['insights', { name: MARKER, query: { kind: 'DataVisualizationNode', source: query } }],
  [
    'guarded_rollouts',
    (ids) => ({
      feature_flag_id: Number(ids.get('feature_flags')),
      // The first step happens within seconds; the next one a day later.
      steps: [
        { percentage: 60, minutes: 1_440 },
        { percentage: 100, minutes: 1 },
      ],
      check_interval_minutes: 1_440,
      metric,
    }),
  ],
  [
    'scheduled_changes',
    (ids) => ({
      record_id: ids.get('feature_flags'),
      model_name: 'FeatureFlag',
      payload: { operation: 'update_status', value: false, note: MARKER },
      scheduled_at: '2126-01-01T00:00:00Z',
    }),
  ],
  [
    'alerts',
    (ids) => ({
      name: MARKER,
      insight: ids.get('insights'),
      subscribed_users: [],
      threshold: { name: MARKER, configuration: { type: 'absolute', bounds: { lower: 1 } } },
    }),
  ],
  [
    'subscriptions',
    (ids) => ({
      title: MARKER,
      insight: ids.get('insights'),
      target_type: 'webhook',
      target_value: `https://${MARKER}.example/`,
      frequency: 'daily',
      start_date: '2026-01-01T09:00:00Z',
    }),
  ],
  ['surveys', { name: MARKER, type: 'popover', questions: [{ type: 'open', question: MARKER }] }],
  ['warehouse_saved_queries', { name: MARKER, query }],
];

/** The uuid of the event and the person that `insertEvent` stores. */
export const SEEDED_UUID = '0190f7a8-3b7c-7def-8123-456789abcdef';

/** Inserts rows that only workers store: an event, its person and a group. */
export async function insertEvent(clickhouse: ClickHouse, project: number): Promise<void> {
  const properties = `'{"name":"${MARKER}","email":"${MARKER}"}'`;
  const person = `toUUID('${SEEDED_UUID}')`;
  await clickhouse.command(
    `INSERT INTO events (uuid, event, properties_text, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties)
     SELECT ${person}, '${MARKER}', ${properties}, now64(6), ${project}, '${MARKER}', now64(6), ${person}, now64(3), ${properties}`,
  );
  await clickhouse.command(
    `INSERT INTO person (id, team_id, created_at, properties_text, is_identified, version)
     SELECT ${person}, ${project}, now64(3), ${properties}, true, 0`,
  );
  await clickhouse.command(
    `INSERT INTO person_distinct_id (team_id, distinct_id, person_id, version)
     SELECT ${project}, '${MARKER}', ${person}, 1`,
  );
}

/**
 * Inserts items that workers or files create: a group type, a property definition, a data-warehouse table, an import.
 */
export async function insertDefinitions(
  database: Database,
  project: number,
): Promise<ReadonlyMap<string, string>> {
  await database.db
    .insertInto('group_types')
    .values({ project_id: project, group_type: MARKER, group_type_index: 0 })
    .execute();
  const property = {
    projectId: project,
    owner: 'event',
    name: MARKER,
    propertyType: 'String',
  } as const;
  const sightings = { events: [], properties: [property], eventProperties: [] };
  await saveSightings(database, sightings, new Date());
  const definition = await database.db
    .selectFrom('property_definitions')
    .select('id')
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow();
  const table = randomUUID();
  const fields = {
    name: MARKER,
    format: 'CSVWithNames',
    source: 'upload',
    urlPattern: '',
    options: {},
    secrets: null,
    secretsAt: null,
    columns: [],
  } as const;
  await createWarehouseTableRepository(database).create(
    { projectId: project, userId: 1 },
    table,
    fields,
    Buffer.from('a'),
  );
  const run = await createImportCommands(database).start(
    { projectId: project, userId: 1 },
    {
      ...{ source: 'posthog', sourceKey: MARKER, settings: { address: MARKER, project: '1' } },
      ...{ seal: null, file: null },
    },
  );
  return new Map([
    ['imports', run?.id ?? ''],
    ['property_definitions', definition.id],
    ['warehouse_tables', table],
  ]);
}

const GROUP = `group_type_index=0&group_key=${MARKER}`;

/** The query strings without which some operations reject a request before they look for an item. */
const QUERIES: Readonly<Record<string, string>> = {
  groups_list: 'group_type_index=0',
  groups_find_retrieve: GROUP,
  groups_activity_retrieve: GROUP,
  groups_update_property_create: GROUP,
  groups_delete_property_create: GROUP,
  groups_related_retrieve: `group_type_index=0&id=${MARKER}`,
  groups_property_values_retrieve: 'group_type_index=0&key=name',
};

/** The bodies that some operations need for the same reason. */
const BODIES: Readonly<Record<string, object>> = {
  experiments_ship_variant_create: { variant_key: 'test' },
  experiments_copy_to_project_create: { target_team_id: 1 },
  groups_update_property_create: { key: 'name', value: 'x' },
  groups_delete_property_create: { $unset: 'name' },
};

/** The query string and the body for an operation, under either of its two names. */
export function askedWith(operationId: string): { readonly query?: string; readonly body: object } {
  const name = operationId.replace(/^environments_/, '');
  const query = QUERIES[name];
  return { ...(query !== undefined && { query }), body: BODIES[name] ?? {} };
}

/** The path of each resource's list, below the project. */
export const LISTS: readonly string[] = [
  ...SEEDS.map(([resource]) => `${resource}/`),
  'groups/?group_type_index=0',
  'groups_types/',
  'imports/',
  'property_definitions/',
  'warehouse_tables/',
  `groups/activity/?${GROUP}`,
];
