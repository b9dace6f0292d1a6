import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from './api';
import { startTestApi } from './api';

export const QUERY = '/api/projects/1/query/';
export const RUNNING = 'tidemark:{query-slots}:running';
/** The number of this project's events, one row each; events of the other project must never appear. */
export const EVENTS = 40;

export const sql = (query: string, more: object = {}) => ({ kind: 'HogQLQuery', query, ...more });

/** Registers an API with events for a test file. @returns functions that open streamed responses */
export function streamedResponseScene() {
  /** Responses that are sent while they are made, on the real engine. */
  let api: TestApi;
  let clickhouse: ReturnType<typeof createClickHouse>;
  let redis: ReturnType<typeof createRedis>;

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    const logger = createLogger('test', 'fatal');
    clickhouse = createClickHouse({ url: urls.clickhouse, logger });
    redis = createRedis(urls.redis, 'queue');
    await redis.flushdb();
    api = await startTestApi(urls, {
      QUERY_STREAM_MAX_ROWS: 300_000,
      QUERY_MAX_READ_ROWS: 10_000_000,
      QUERY_WAIT_SECONDS: 1,
      QUERY_STREAM_STALL_SECONDS: 1,
    });
    await api.call('PATCH', '/api/projects/1/', { json: { timezone: 'Europe/Berlin' } });
    const events = Array.from({ length: 2 * EVENTS }, (_, n) => ({
      uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      team_id: 1 + (n % 2),
      event: n % 3 === 0 ? 'with "quotes", and\nlines' : 'plain',
      distinct_id: `d${n}`,
      timestamp: `2026-01-11 23:${String(n % 60).padStart(2, '0')}:00.250000`,
      properties_text: JSON.stringify({ n, nothing: null }),
    }));
    await clickhouse.insertJsonEachRow('events', events);
  });
  afterAll(async () => {
    await api.stop();
    await clickhouse.close();
    await closeRedis(redis);
  });
  const open = (
    query: object,
    accept: string,
    {
      more = {},
      key = api.masterKey,
      path = QUERY,
      signal,
    }: {
      more?: object;
      key?: string;
      path?: string;
      signal?: AbortSignal;
    } = {},
  ) =>
    fetch(api.base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept },
      body: JSON.stringify({ query, ...more }),
      ...(signal && { signal }),
    });
  const text = async (query: object, accept: string, more: Parameters<typeof open>[2] = {}) => {
    const response = await open(query, accept, more);
    const body = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), body };
  };

  return {
    get api() {
      return api;
    },
    get clickhouse() {
      return clickhouse;
    },
    get redis() {
      return redis;
    },
    open,
    text,
  };
}
