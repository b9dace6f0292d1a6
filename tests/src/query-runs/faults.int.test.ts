import { waitUntil } from '@tidemark/testing';
import { kill } from '../chaos/faults/strike';
import type { ApiResponse, ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { ProcessName } from '../test-support/product-processes';
import { productProcess } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

/**
 * Engines are killed while queries run. Every query must end with a response or an error, and later queries must work.
 */
const PATH = '/api/projects/@current/query/';
const RECOVERED_MS = 60_000;

let product: Standalone;
let api: ApiClient;
beforeAll(async () => {
  product = await startStandalone();
  api = createApiClient(product.url, product.personalApiKey);
});
afterAll(() => product.stop());

/** A query that takes minutes. */
const slow = (name: string) => ({
  kind: 'HogQLQuery',
  query: `select sum(sipHash64(number, '${name}')) from numbers(100000000000)`,
});

const start = (query: object, id: string): Promise<ApiResponse> =>
  api.post(PATH, { query, refresh: 'force_async', client_query_id: id });

const runOf = async (id: string): Promise<Readonly<Record<string, unknown>>> => {
  const { body } = await api.get(`${PATH}${id}/`);
  return ((body ?? {}) as { query_status?: Record<string, unknown> }).query_status ?? {};
};

const pickedUp = (id: string): Promise<void> =>
  waitUntil(async () => {
    expect(await runOf(id)).toMatchObject({ pickup_time: expect.any(String), complete: false });
  });

/** Waits until the engine computes the query. */
const rowsRead = (id: string): Promise<void> =>
  waitUntil(async () => {
    const { body } = await api.get(`${PATH}${id}/?show_progress=true`);
    const query_progress = { rows_read: expect.any(Number) };
    expect(body).toMatchObject({ query_status: { complete: false, query_progress } });
  }, RECOVERED_MS);

const finishes = async (id: string, value: number): Promise<void> => {
  await start({ kind: 'HogQLQuery', query: `select ${value}` }, id);
  await waitUntil(async () => {
    expect(await runOf(id)).toMatchObject({ results: { results: [[value]] } });
  }, RECOVERED_MS);
};

const killed = (name: ProcessName): Promise<void> =>
  kill({ name, pid: () => productProcess(product.pid, name)?.pid ?? null });

const worksAgain = (): Promise<void> =>
  waitUntil(
    async () => expect(await api.hogql('@current', 'select 1')).toEqual([[1]]),
    RECOVERED_MS,
  );

it('ClickHouse: a background run is repeated, a waiting client gets a 503 with Retry-After, then queries work', async () => {
  await start(slow('engine-run'), 'engine-run');
  await pickedUp('engine-run');
  const waiting = api.post(PATH, { query: slow('engine-wait'), refresh: 'force_blocking' });
  await rowsRead('engine-run');
  await killed('ClickHouse');
  expect(await waiting).toMatchObject({ status: 503, body: { type: 'server_error' } });
  await worksAgain();
  await rowsRead('engine-run');
  expect((await api.delete(`${PATH}engine-run/`)).status).toBe(204);
  await finishes('engine-after', 7);
});

it('Redis: a run in progress can be cancelled, and new runs work', async () => {
  await start(slow('redis-run'), 'redis-run');
  await pickedUp('redis-run');
  await killed('Redis');
  await worksAgain();
  expect((await api.delete(`${PATH}redis-run/`)).status).toBe(204);
  expect((await api.get(`${PATH}redis-run/`)).status).toBe(404);
  await finishes('redis-after', 8);
});

it('Postgres: queries get a result or a 503 with Retry-After; runs continue', async () => {
  await start(slow('postgres-run'), 'postgres-run');
  await pickedUp('postgres-run');
  const struck = killed('Postgres');
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      api.post(PATH, { query: { kind: 'HogQLQuery', query: `select ${n}` } }),
    ),
  );
  for (const { status, body, headers } of responses) {
    if (status === 200) expect(body).toHaveProperty('results');
    else {
      expect({ status, body }).toMatchObject({ status: 503, body: { type: 'server_error' } });
      expect(headers.get('retry-after')).toBe('1');
    }
  }
  await struck;
  await worksAgain();
  await waitUntil(async () => {
    expect(await runOf('postgres-run')).toMatchObject({ complete: false });
  });
  expect((await api.delete(`${PATH}postgres-run/`)).status).toBe(204);
  await finishes('postgres-after', 9);
});
