import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const logger = createLogger('test', 'warn');
let api: TestApi;
let project: string;
let postgres: string;
beforeAll(async () => {
  const urls = await createIsolatedStores();
  postgres = urls.postgres;
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(urls);
});
afterAll(() => api.stop());
beforeEach(async () => {
  project = `/api/projects/${await api.newProject()}/`;
});

const call = (method: string, path: string, json?: unknown) =>
  api.call(method, project + path, { json });
const made = async (json: object): Promise<WireBody> =>
  (await call('POST', 'feature_flags/', json)).body;

interface Tile {
  readonly insight: {
    readonly name: string;
    readonly description: string;
    readonly query: unknown;
    readonly result: unknown;
  };
  readonly error?: unknown;
}
const tilesOf = async (id: unknown, query = '') =>
  (await call('GET', `dashboards/${String(id)}/${query}`)).body['tiles'] as readonly Tile[];

it('makes a dashboard about the calls of a flag when it is asked to', async () => {
  expect(await made({ key: 'plain' })).toMatchObject({ usage_dashboard: null });
  const flag = await made({ key: 'beta', _should_create_usage_dashboard: true });
  expect(flag).toMatchObject({ version: 1, usage_dashboard: expect.any(Number) as unknown });
  const tiles = await tilesOf(flag['usage_dashboard'], '?refresh=force_blocking');
  expect(tiles.map(({ insight, error }) => [insight.name, insight.result, error])).toEqual([
    ['Feature Flag Called Total Volume', [], undefined],
    ['Feature Flag calls made by unique users per variant', [], undefined],
  ]);

  // Its insights follow the key.
  await call('PATCH', `feature_flags/${flag.id}/`, { key: 'gamma' });
  const [first] = await tilesOf(flag['usage_dashboard']);
  expect(first?.insight.description).toMatch(/with key: gamma$/);
  expect(JSON.stringify(first?.insight.query)).toContain('"gamma"');
  expect(JSON.stringify(first?.insight.query)).not.toContain('"beta"');
});

it('makes one later, and adds what SDKs report of its use once they have', async () => {
  const flag = await made({ key: 'later' });
  const path = `feature_flags/${flag.id}/`;
  expect(await call('POST', `${path}enrich_usage_dashboard/`)).toMatchObject({
    status: 400,
    body: { success: false, error: 'Usage dashboard not found' },
  });
  expect(await call('POST', `${path}dashboard/`)).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await call('POST', `${path}enrich_usage_dashboard/`)).toMatchObject({
    status: 400,
    body: { success: false, error: 'No enriched analytics available for this feature flag' },
  });
  const database = createDatabase(postgres, { poolSize: 1, logger });
  await database.db
    .updateTable('feature_flags')
    .set({ has_enriched_analytics: true })
    .where('id', '=', flag.id)
    .execute();
  await database.close();
  expect((await call('POST', `${path}enrich_usage_dashboard/`)).status).toBe(200);
  expect(await call('POST', `${path}enrich_usage_dashboard/`)).toMatchObject({
    status: 400,
    body: { success: false, error: 'Usage dashboard already has enriched data' },
  });
  const { body } = await call('GET', path);
  expect(body).toMatchObject({ version: 1, has_enriched_analytics: true });
  const tiles = await tilesOf(body['usage_dashboard'], '?refresh=force_blocking');
  expect(tiles.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
  expect(tiles.slice(2).map(({ insight }) => insight.name)).toEqual([
    'Feature Interaction Total Volume',
    'Feature Viewed Total Volume',
  ]);
});
