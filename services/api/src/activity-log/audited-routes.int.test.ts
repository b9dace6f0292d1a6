import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueSetupToken } from '@tidemark/access';
import { createClickHouse } from '@tidemark/clickhouse';
import type { OpenApiDocument } from '@tidemark/platform';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createDatabase,
  createLoginSessionRepository,
  createSetupRepository,
} from '@tidemark/postgres';
import { closeRedis, createRedis, DEAD_LETTER_KEY } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestResponse, TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { AUDITED } from '../test-support/audited-routes/audited';
import type { AuditedRequest } from '../test-support/audited-routes/audited-request';
import { EXEMPT } from '../test-support/audited-routes/exempt';

const logger = createLogger('test', 'silent');
const ANN = '0190c6f8-3c26-7000-8000-000000000001';
const BOB = '0190c6f8-3c26-7000-8000-000000000002';
let api: TestApi;
let database: Database;
let worker: NodeJS.Timeout;
let files: string;
/** The created items, by the names in the table. */
const made = new Map<string, unknown>([
  ['ann', ANN],
  ['bob', BOB],
]);

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  files = mkdtempSync(join(tmpdir(), 'tidemark-audited-'));
  mkdirSync(join(files, 'project-1'));
  writeFileSync(join(files, 'project-1', 'sales.csv'), 'a,b\n1,2\n');
  api = await startTestApi(urls, {
    EXPORT_SECRETS_KEY: 'a key of the tests that is long enough',
    WAREHOUSE_ROOT: files,
  });
  database = createDatabase(urls.postgres, { poolSize: 2, logger });
  const { db } = database;
  const setup = await issueSetupToken(createSetupRepository(database), new Date());
  made.set('secretSetup', setup?.token);
  const persons = [ANN, BOB].map((id) => ({ project_id: 1, id, created_at: new Date() }));
  await db.insertInto('persons').values(persons).execute();
  const ids = ['ann', 'ann-too'].map((id) => ({ project_id: 1, distinct_id: id, person_id: ANN }));
  await db.insertInto('person_distinct_ids').values(ids).execute();
  await db
    .insertInto('group_types')
    .values({ project_id: 1, group_type: 'company', group_type_index: 0 })
    .execute();
  const property = await db
    .insertInto('property_definitions')
    .values({ project_id: 1, name: 'plan', type: 1, group_type_index: -1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  made.set('property', property.id);
  const organization = await db
    .selectFrom('organizations')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const reader = await db
    .insertInto('users')
    .values({
      ...{ uuid: BOB, distinct_id: BOB, email: 'reader@example.com' },
      organization_id: organization.id,
      organization_level: 1,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  made.set('member', reader.uuid);
  for (const [name, author] of [
    ['proposal', reader.id],
    ['otherProposal', reader.id],
    ['ownProposal', 1],
  ] as const) {
    const proposal = await db
      .insertInto('change_requests')
      .values({
        ...{ project_id: 1, action_key: 'feature_flag.update', flag_id: 999, flag_key: name },
        ...{ fields: '{}', intent: '{}' },
        intent_display: JSON.stringify({ description: 'Turn it off', before: {}, after: {} }),
        policy_snapshot: JSON.stringify({ policies: [] }),
        created_by_id: author,
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    made.set(name, proposal.id);
  }
  const session = await createLoginSessionRepository(database).open({
    userId: 1,
    secret: { cookieHash: 'of the tests' },
    now: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  made.set('session', session.id);
  const redis = createRedis(urls.redis, 'queue');
  for (const name of ['letter', 'otherLetter']) {
    made.set(name, await redis.xadd(DEAD_LETTER_KEY, '*', 'partition', '0', 'e', '{}'));
  }
  await closeRedis(redis);
  // Stands for the query-worker that loads tables.
  worker = setInterval(() => {
    void db
      .updateTable('warehouse_tables')
      .set((e) => ({ loaded_revision: e.ref('revision') }))
      .execute();
  }, 50);
});
afterAll(async () => {
  clearInterval(worker);
  await Promise.all([api.stop(), database.close()]);
  rmSync(files, { recursive: true, force: true });
});

it('every route that changes something is in the activity log, or is exempt for a reason', async () => {
  const document = (await (await fetch(`${api.base}/api/schema/`)).json()) as OpenApiDocument;
  const logged = new Set(AUDITED.map(({ route }) => route));
  let seen = 0;
  const silent = Object.entries(document.paths).flatMap(([path, item]) => {
    // Paths below `/api/environments/` are aliases of the same routes; paths outside `/api/` belong to the edge.
    if (!path.startsWith('/api/') || path.startsWith('/api/environments/')) return [];
    return Object.entries(item).flatMap(([method, { operationId }]) => {
      if (!['post', 'put', 'patch', 'delete'].includes(method)) return [];
      seen += 1;
      // One declaration creates both PUT and PATCH.
      const twin = method === 'put' ? item['patch']?.operationId : undefined;
      return logged.has(twin ?? operationId) || operationId in EXEMPT ? [] : [operationId];
    });
  });
  // Make the change in a unit of work (`database.change`) and add a request to `audited-routes/`.
  expect(silent).toEqual([]);
  expect(seen).toBeGreaterThan(100);
  for (const route of logged) expect(EXEMPT).not.toHaveProperty(route);
});

it.each(AUDITED.map((audited, index) => [index, audited.route, audited] as const))(
  '%i: %s',
  async (_index, _route, audited) => {
    if (audited.route === 'feature_flags_enrich_usage_dashboard_create') {
      await database.db
        .updateTable('feature_flags')
        .set({ has_enriched_analytics: true })
        .execute();
    }
    const { length: before } = await loggedRows();
    const response = await request(audited);
    expect([response.status < 300, response.text]).toEqual([true, response.text]);
    const [scope, activity] = audited.logged;
    const rows = (await loggedRows()).slice(before);
    expect(rows).toContainEqual(expect.objectContaining({ scope, activity, userId: 1 }));
    remember(audited, response);
    if (audited.route === 'insights_create') await findTile();
    if (audited.makes === 'backfill') await findRun();
  },
  30_000,
);

it('never contains a secret or properties of a person', async () => {
  const rows = await database.db.selectFrom('activity_log').selectAll().execute();
  const text = JSON.stringify(rows);
  const secrets = [...made].filter(([name]) => name.startsWith('secret') && name !== 'secretKey');
  expect(secrets).toHaveLength(6);
  for (const [, value] of secrets) expect(text).not.toContain(String(value));
  expect(text).not.toMatch(/whispered|ann-too|phx_|phs_|a long password/);
});

it('shows the project and the organization what happened, by whom and in which order', async () => {
  const log = async (query: string, key?: string) =>
    api.call('GET', `/api/projects/1/activity_log/?${query}`, {
      ...(key !== undefined && { key }),
    });
  const team = await log('scope=Team');
  expect(team.body.results).toMatchObject([
    {
      activity: 'updated',
      detail: { changes: [{ action: 'changed', field: 'secret_api_token_backup' }] },
    },
    { detail: { changes: [{ field: 'secret_api_token', before: null, after: null }] } },
    { detail: { changes: [{ field: 'api_token', before: null, after: null }] } },
    {
      user: { email: 'admin@localhost' },
      scope: 'Team',
      item_id: '1',
      detail: { name: 'Renamed', changes: [{ field: 'name', after: 'Renamed' }] },
    },
  ]);
  const everything = await log('limit=1');
  expect(everything.body['total_count']).toBeGreaterThan(60);
  expect(everything.body.results).toMatchObject([{ scope: 'BatchExport', activity: 'deleted' }]);
  const keys = await log('scope=PersonalAPIKey&limit=4');
  expect(keys.body.results.map(({ activity }) => activity)).toEqual([
    'deleted',
    'updated',
    'updated',
    'created',
  ]);
  const limited = await api.keyWith(['activity_log:read'], { scoped_teams: [1] });
  expect((await log('scope=PersonalAPIKey', limited)).status).toBe(403);
  expect((await log('scope=Team', limited)).status).toBe(200);
  const other = await api.newProject();
  const foreign = await api.call('GET', `/api/projects/${other}/activity_log/`);
  expect(foreign.body.results).toMatchObject([{ scope: 'Team', activity: 'created' }]);
});

it('does not report rejected values', async () => {
  const { length: before } = await loggedRows();
  const path = '/api/projects/1/';
  const label = { label: 'twice', scopes: ['query:read'] };
  const keys = `${path}project_secret_api_keys/`;
  expect((await api.call('POST', keys, { json: label })).status).toBe(201);
  expect((await api.call('POST', keys, { json: label })).status).toBe(400);
  expect((await api.call('DELETE', `${path}persons/${ANN}/`)).status).toBe(404);
  expect((await api.call('PATCH', path, { json: { name: 'Renamed' } })).status).toBe(200);
  expect((await loggedRows()).slice(before)).toHaveLength(1);
});

function request({ route, request: [method, path, body] }: AuditedRequest): Promise<TestResponse> {
  const target = path.startsWith('/api/') ? path : `/api/projects/1/${path}`;
  const known = target.replace(/\{(\w+)\}/g, (_match, name: string) => String(made.get(name)));
  if (route === 'warehouse_tables_file') {
    return upload(known, { name: 'uploaded' }, 'sales.csv', 'a,b\n1,2\n');
  }
  if (route === 'imports_file_create') {
    const line = JSON.stringify({ type: 'track', event: 'e', userId: 'ann-too' });
    return upload(known, { source: 'segment' }, 'events.jsonl', line);
  }
  const raw = JSON.stringify(body ?? {}).replace(/"\{(\w+)\}"/g, (_match, name: string) =>
    JSON.stringify(made.get(name)),
  );
  const key = path.startsWith('/api/log') ? null : api.masterKey;
  return api.call(method, known, { key, ...(method !== 'DELETE' && { raw }) });
}

async function upload(
  path: string,
  fields: Readonly<Record<string, string>>,
  fileName: string,
  text: string,
): Promise<TestResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([text]), fileName);
  const encoded = new Response(form);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return api.call('POST', path, { raw, headers });
}

function remember({ makes, field = 'id' }: AuditedRequest, { body }: TestResponse): void {
  if (makes === undefined) return;
  expect(body[field]).toBeDefined();
  made.set(makes, body[field]);
}

async function findTile(): Promise<void> {
  const { body } = await api.call('GET', `/api/projects/1/dashboards/${String(made.get('one'))}/`);
  made.set('tile', (body['tiles'] as readonly { readonly id: number }[])[0]?.id);
}

async function findRun(): Promise<void> {
  const run = await database.db
    .selectFrom('batch_export_runs')
    .select('id')
    .where('backfill_id', '=', String(made.get('backfill')))
    .executeTakeFirstOrThrow();
  made.set('run', run.id);
}

async function loggedRows() {
  return database.db
    .selectFrom('activity_log')
    .select(['scope', 'activity', 'user_id as userId'])
    .orderBy('created_at')
    .execute();
}
