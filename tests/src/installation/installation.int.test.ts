import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@tidemark/testing';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

/** A data directory in which one of the stores was deleted. */
describe('a start on a data directory that lost a store', () => {
  let folder: string;
  let dataDir: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-installation-'));
    dataDir = join(folder, 'data');
    const product = await start();
    const event = { api_key: product.projectApiKey, event: 'seen', distinct_id: 'ann' };
    await fetch(`${product.url}/capture/`, { method: 'POST', body: JSON.stringify(event) });
    const api = createApiClient(product.url, product.personalApiKey);
    await waitUntil(async () => expect(await api.hogql(1, 'select 1 from events')).toHaveLength(1));
    expect(await product.stop()).toBe(0);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = (env: Readonly<Record<string, string>> = {}): Promise<Standalone> =>
    startStandalone({ dataDir, env, readyTimeoutMs: 120_000 });

  it.each([
    ['redis', /Redis \(REDIS_URL.* is empty or new.*ADOPT_STORES=redis/],
    ['clickhouse', /ClickHouse \(CLICKHOUSE_URL.* is empty or new.*ADOPT_STORES=clickhouse/],
    ['postgres', /Postgres \(DATABASE_URL.* is new, but .*ADOPT_STORES=postgres/],
  ])(
    'is rejected without %s, and the error explains how to continue',
    async (store, message) => {
      await rename(join(dataDir, store), join(folder, store));
      await expect(start()).rejects.toThrow(message);
      // The second start must fail, too: a rejected start must not turn the empty store into an accepted one.
      await expect(start()).rejects.toThrow(message);
      await rm(join(dataDir, store), { recursive: true, force: true });
      await rename(join(folder, store), join(dataDir, store));
    },
    300_000,
  );

  it('succeeds when the data is restored, or with an empty Redis if the user accepts it', async () => {
    await rm(join(dataDir, 'redis'), { recursive: true });
    const adopting = await start({ ADOPT_STORES: 'redis' });
    const api = createApiClient(adopting.url, adopting.personalApiKey);
    expect(await api.hogql(1, 'select event from events')).toEqual([['seen']]);
    expect(await adopting.stop()).toBe(0);
    const again = await start();
    expect(await again.stop()).toBe(0);
  }, 300_000);
});
