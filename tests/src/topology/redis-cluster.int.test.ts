import { start as startApi } from '@tidemark/api';
import { createClickHouse } from '@tidemark/clickhouse';
import { schemas } from '@tidemark/configuration';
import { start as startEdge } from '@tidemark/edge';
import { start as startIngestWorker } from '@tidemark/ingest-worker';
import { createLogger } from '@tidemark/platform';
import type { RunningService } from '@tidemark/platform';
import { bootstrap, createDatabase } from '@tidemark/postgres';
import { start as startQueryWorker } from '@tidemark/query-worker';
import type { TestRedisCluster } from '@tidemark/testing';
import { createIsolatedStores, waitUntil, startRedisCluster } from '@tidemark/testing';
import { capture, countEvents, personalHeaders, query } from './clients';
import { KEYS } from './start-topology';

const SECRET = 'a secret of the tests that is long enough';

/** Runs the four services in this process, on a Redis Cluster of three nodes. */
describe('the services on a Redis Cluster', () => {
  let cluster: TestRedisCluster;
  const services: RunningService[] = [];
  let edge = '';
  let api = '';

  beforeAll(async () => {
    cluster = await startRedisCluster();
    const urls = await createIsolatedStores();
    const logger = createLogger('test', 'silent');
    const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
    await clickhouse.close();
    const database = createDatabase(urls.postgres, { poolSize: 1, logger });
    await bootstrap(database, { projectApiKey: KEYS.project, personalApiKey: KEYS.personal });
    await database.close();
    const common = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: urls.postgres,
      REDIS_URL: cluster.url,
    };
    const data = { ...common, CLICKHOUSE_URL: urls.clickhouse, SERVICE_SECRET: SECRET };
    const edgeService = await startEdge(schemas.edge.parse(common));
    const apiService = await startApi(
      schemas.api.parse({ ...data, JWT_SECRET: SECRET, QUERY_RATE_LIMIT_PER_HOUR: '1000' }),
    );
    services.push(
      edgeService,
      apiService,
      await startIngestWorker(schemas['ingest-worker'].parse(data)),
      await startQueryWorker(schemas['query-worker'].parse(data)),
    );
    edge = `http://127.0.0.1:${edgeService.port ?? 0}`;
    api = `http://127.0.0.1:${apiService.port ?? 0}`;
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await cluster.stop();
  });

  it('store each event exactly once', async () => {
    await capture(edge, 'walk', 200);
    await waitUntil(async () => {
      expect(await countEvents(api, 'walk')).toEqual([200, 200]);
    });
  });

  it('run queries in the background', async () => {
    const run = await query(api, 'select count() from events', { refresh: 'force_async' });
    const { id } = run['query_status'] as { id: string };
    await waitUntil(async () => {
      const status = await fetch(`${api}/api/projects/1/query/${id}/`, {
        headers: personalHeaders,
      });
      expect(await status.json()).toMatchObject({
        query_status: { complete: true, error: false, results: { results: [[200]] } },
      });
    });
  });

  it('return a stored result', async () => {
    const asked = { query: { kind: 'HogQLQuery', query: 'select 1' }, refresh: 'blocking' };
    const ask = async (): Promise<unknown> => {
      const response = await fetch(`${api}/api/projects/1/query/`, {
        method: 'POST',
        headers: personalHeaders,
        body: JSON.stringify(asked),
      });
      return ((await response.json()) as { is_cached: unknown }).is_cached;
    };
    expect(await ask()).toBe(false);
    await waitUntil(async () => expect(await ask()).toBe(true));
  });

  it('use a changed flag in the edges', async () => {
    const flags = async (): Promise<unknown> => {
      const body = JSON.stringify({ api_key: KEYS.project, distinct_id: 'user-1' });
      return (await fetch(`${edge}/flags/?v=2`, { method: 'POST', body })).json();
    };
    expect(await flags()).toMatchObject({ flags: {} });
    const created = await fetch(`${api}/api/projects/1/feature_flags/`, {
      method: 'POST',
      headers: personalHeaders,
      body: JSON.stringify({ key: 'all', filters: { groups: [{ rollout_percentage: 100 }] } }),
    });
    expect(created.status).toBe(201);
    await waitUntil(async () => {
      expect(await flags()).toMatchObject({ flags: { all: { enabled: true } } });
    });
  });

  it('continue after a node was unavailable', async () => {
    await cluster.kill(2);
    await cluster.start(2);
    await waitUntil(() => capture(edge, 'later', 50));
    await waitUntil(async () => {
      const [rows, uuids] = (await countEvents(api, 'later')) as [number, number];
      // Requests that were partly rejected were repeated with new uuids.
      expect(uuids).toBeGreaterThanOrEqual(50);
      expect(rows).toBe(uuids);
    });
  });
});
