import { createClickHouse, migrate } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** `system.activity_logs`: for who may read the activity log, cached answers included. */
let api: TestApi;
const PROJECT = '/api/projects/1/';
const LOGS = 'select scope, activity, detail.name from system.activity_logs';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await migrate(clickhouse, { kind: 'single' });
  await clickhouse.close();
  api = await startTestApi(urls);
  const json = { key: 'logged', name: 'a logged flag' };
  await api.call('POST', `${PROJECT}feature_flags/`, { json });
});
afterAll(() => api.stop());

const ask = (query: object, key?: string) =>
  api.call('POST', `${PROJECT}query/`, { json: { query }, ...(key !== undefined && { key }) });

it('needs activity_log:read, whoever asked the same before', async () => {
  const query = { kind: 'HogQLQuery', query: LOGS };
  const seen = await ask(query);
  expect([seen.status, seen.body.results]).toEqual([
    200,
    [['FeatureFlag', 'created', expect.any(String)]],
  ]);
  const logs = await api.keyWith(['query:read', 'activity_log:read']);
  expect((await ask(query, logs)).status).toBe(200);
  const reader = await api.keyWith(['query:read']);
  for (const asked of [query, { kind: 'DataTableNode', source: query }]) {
    const refused = await ask(asked, reader);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      {
        type: 'validation_error',
        code: 'hogql_query_error',
        detail: expect.stringContaining(
          "You don't have access to table `system.activity_logs`. It needs the scope activity_log:read.",
        ) as string,
      },
    ]);
  }
});

it('is not to be had by the id of a run that read it', async () => {
  const start = async (query: string, id: string) => {
    const json = {
      query: { kind: 'HogQLQuery', query },
      refresh: 'force_async',
      client_query_id: id,
    };
    expect((await api.call('POST', `${PROJECT}query/`, { json })).status).toBe(200);
  };
  await start(LOGS, 'logs-run');
  await start('select 1', 'other-run');
  const look = (id: string, key?: string) =>
    api.call('GET', `${PROJECT}query/${id}/`, key === undefined ? {} : { key });
  const reader = await api.keyWith(['query:read']);
  const refused = await look('logs-run', reader);
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'permission_denied', detail: expect.stringContaining('activity_log:read') as string },
  ]);
  expect((await look('logs-run')).status).toBe(200);
  expect(
    (await look('logs-run', await api.keyWith(['query:read', 'activity_log:read']))).status,
  ).toBe(200);
  expect((await look('other-run', reader)).status).toBe(200);
});

it('is shown in the schema to who may read it, and views do not lead there', async () => {
  const tables = async (key?: string) => {
    const { body } = await ask({ kind: 'DatabaseSchemaQuery' }, key);
    return Object.keys(body['tables'] as object);
  };
  const reader = await api.keyWith(['query:read', 'warehouse_view:write']);
  expect(await tables()).toContain('system.activity_logs');
  expect(await tables(reader)).not.toContain('system.activity_logs');
  const json = { name: 'log', query: { kind: 'HogQLQuery', query: LOGS } };
  const saved = await api.call('POST', `${PROJECT}warehouse_saved_queries/`, { json });
  expect([saved.status, saved.body]).toMatchObject([400, { attr: 'query' }]);
});
