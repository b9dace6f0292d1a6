import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse, insertQueryLog } from '@tidemark/clickhouse';
import type { QueryLogRow } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Redis } from '@tidemark/redis';
import {
  closeRedis,
  createIngestLogConsumer,
  createProcessDirectory,
  createRedis,
  DEAD_LETTER_KEY,
} from '@tidemark/redis';
import type { BreakableProxy } from '@tidemark/testing';
import { createBreakableProxy, createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const PATH = '/api/instance_status/';
const LETTERS = `${PATH}dead_letters/`;
let api: TestApi;
let redis: Redis;
let clickhouse: ClickHouse;
let clickhouseProxy: BreakableProxy;
let redisProxy: BreakableProxy;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'silent');
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  redis = createRedis(urls.redis, 'queue');
  // A worker has run before, so that the number of partitions is stored.
  const log = createIngestLogConsumer({ redis, partitions: 2, owner: 'w', leaseMs: 60_000 });
  await log.acquire();
  await log.release();
  clickhouseProxy = await createBreakableProxy(urls.clickhouse);
  redisProxy = await createBreakableProxy(urls.redis);
  api = await startTestApi({
    ...urls,
    clickhouse: clickhouseProxy.url,
    redis: redisProxy.url,
  });
  const directory = createProcessDirectory(redis);
  for (const service of ['edge', 'ingest-worker', 'query-worker', 'delivery']) {
    await directory.report({
      ...{ id: service, service, version: '0.0.0', host: 'other', pid: 1 },
      startedAt: new Date().toISOString(),
      ready: true,
      checks: { redis: 'ok' },
    });
  }
});
afterAll(async () => {
  await api.stop();
  await Promise.all([closeRedis(redis), clickhouse.close()]);
  await Promise.all([clickhouseProxy.cut(), redisProxy.cut()]);
});

const read = async (): Promise<WireBody> => {
  const { status, body } = await api.call('GET', PATH);
  expect(status).toBe(200);
  return body;
};

it('shows stores, processes, lag and queues', async () => {
  const body = await waitUntil(async () => {
    const found = await read();
    expect(found['processes']).toHaveLength(5);
    return found;
  });
  expect(body).toMatchObject({
    summary: expect.stringMatching(/^Ingestion is healthy\. No event waits\./) as string,
    stores: [
      { name: 'postgres', is_available: true, stored_bytes: expect.any(Number) as number },
      { name: 'redis', is_available: true, version: expect.stringMatching(/^\d+\./) as string },
      { name: 'clickhouse', is_available: true, total_bytes: expect.any(Number) as number },
    ],
    ingestion: { waiting_events: 0, dead_letters: 0 },
  });
  expect(body['queues']).toContainEqual({ name: 'queries', waiting: 0, active: 0, delayed: 0 });
  const { overview } = body.results as unknown as { overview: readonly WireBody[] };
  expect(overview).toContainEqual({ key: 'db_alive', metric: 'Postgres alive', value: true });
});

it('names the unavailable store, and still responds', async () => {
  await clickhouseProxy.cut();
  const body = await read();
  expect(body['status']).toBe('unhealthy');
  expect(body['summary']).toMatch(/^Ingestion is not healthy: ClickHouse cannot be reached/);
  await clickhouseProxy.mend();
  await redisProxy.cut();
  const blind = await read();
  expect(blind['summary']).toMatch(/^Ingestion is not healthy: Redis cannot be reached/);
  expect([blind['ingestion'], blind['queues'], blind['processes']]).toEqual([null, null, []]);
  await redisProxy.mend();
  await waitUntil(async () => expect((await read())['status']).not.toBe('unhealthy'));
});

it('lists slow queries of the projects with their users', async () => {
  const row: QueryLogRow = {
    ...{ team_id: 1, query_id: 'q', kind: 'HogQLQuery', name: '', query: 'select 1' },
    query_start_time: new Date().toISOString(),
    ...{ query_duration_ms: 4_000, wait_ms: 1, plan_ms: 2, engine_ms: 3_900, shape_ms: 3 },
    ...{ answered_by: 'blocking', outcome: 'finished', exception_code: 0, error_code: '' },
    ...{ read_rows: 5, read_bytes: 6, result_rows: 7, created_by: 1 },
    ...{ api_key_label: '', api_key_mask: '', is_personal_api_key_request: true },
  };
  await insertQueryLog(clickhouse, [
    row,
    { ...row, query_duration_ms: 9_000 },
    { ...row, query_duration_ms: 900 },
    { ...row, team_id: 99 },
  ]);
  const { body } = await api.call('GET', `${PATH}queries/`);
  const { clickhouse_slow_log: log } = body.results as unknown as {
    clickhouse_slow_log: readonly WireBody[];
  };
  expect(log).toMatchObject([
    { query_duration_ms: 9_000, project_id: 1, user: 'admin@localhost', query: 'select 1' },
    { query_duration_ms: 4_000 },
  ]);
});

describe('dead letters', () => {
  const giveUp = (reason: string): Promise<unknown> =>
    redis.xadd(
      DEAD_LETTER_KEY,
      ...['*', 'partition', '0', 'reason', reason, 'attempts', '1', 'id', '1-0'],
      ...['e', JSON.stringify({ v: 1, team_id: 1, event: 'buy', distinct_id: 'ann' })],
    );
  const logged = async () => {
    const { body } = await api.call('GET', '/api/projects/1/activity_log/?scope=DeadLetter');
    return body.results.map(({ activity, detail }) => [
      activity,
      (detail as unknown as { changes: readonly WireBody[] }).changes[0]?.['after'],
    ]);
  };

  it('are listed, replayed and discarded, and that is in the activity log', async () => {
    for (const reason of ['no uuid', 'rejected by a store', 'rejected again']) await giveUp(reason);
    const first = (await api.call('GET', `${LETTERS}?limit=1`)).body;
    expect(first).toMatchObject({
      total_count: 3,
      results: [{ reason: 'no uuid', event: 'buy', distinct_id: 'ann', project_id: 1 }],
    });
    const rest = (await api.call('GET', `${LETTERS}?after=${String(first['after'])}`)).body;
    expect(rest.results).toHaveLength(2);

    const id = first.results[0]?.id;
    const one = await api.call('POST', `${LETTERS}replay/`, { json: { id } });
    expect(one.body).toEqual({ count: 1, left: 2 });
    expect((await api.call('POST', `${LETTERS}replay/`, { json: { id } })).status).toBe(404);
    const some = await api.call('POST', `${LETTERS}discard/`, { json: { reason: 'by a store' } });
    expect(some.body).toEqual({ count: 1, left: 1 });
    const all = await api.call('POST', `${LETTERS}replay/`, { json: { all: true } });
    expect(all.body).toEqual({ count: 1, left: 0 });
    expect((await read())['ingestion']).toMatchObject({ waiting_events: 2, dead_letters: 0 });
    expect(await logged()).toEqual([
      ['replayed', 1],
      ['discarded', 1],
      ['replayed', 1],
    ]);
  });

  it('need a choice, and nothing is recorded where nothing was chosen', async () => {
    const { length: before } = await logged();
    for (const json of [{}, { all: true, id: '1-0' }, { all: false }]) {
      expect((await api.call('POST', `${LETTERS}discard/`, { json })).status).toBe(400);
    }
    const none = await api.call('POST', `${LETTERS}discard/`, { json: { all: true } });
    expect(none.body).toEqual({ count: 0, left: 0 });
    expect((await api.call('GET', `${LETTERS}?after=x`)).status).toBe(400);
    expect(await logged()).toHaveLength(before);
  });
});

it('is for administrators, with keys of all projects', async () => {
  const narrow = await api.keyWith(['organization:read', 'query:read']);
  const limited = await api.keyWith(['*'], { scoped_teams: [1] });
  for (const key of [narrow, limited]) {
    for (const path of [PATH, `${PATH}queries/`, LETTERS]) {
      expect((await api.call('GET', path, { key })).status).toBe(403);
    }
    const json = { all: true };
    expect((await api.call('POST', `${LETTERS}replay/`, { key, json })).status).toBe(403);
  }
});
