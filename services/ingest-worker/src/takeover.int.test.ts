import { randomUUID } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import type { IdentityWrites } from '@tidemark/postgres';
import { createIdentityStore } from '@tidemark/postgres';
import { createIngestLogConsumer, createRedis } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '.';
import type { Pipeline, StoreUrls } from './test-support/pipeline';
import { PARTITIONS, entryOf, openPipeline, workerConfig } from './test-support/pipeline';

const LEASE_MS = 500;

const NOTHING: IdentityWrites = {
  created: [],
  updated: [],
  deleted: [],
  attached: [],
  attachedTo: [],
  personlessSeen: [],
  groupTypes: [],
  groups: [],
};

describe('a worker that takes partitions over', () => {
  let urls: StoreUrls;
  let pipeline: Pipeline;
  beforeAll(async () => {
    urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
  });
  afterAll(() => pipeline.close());

  it('publishes at once the changes that their previous owner had committed but not published', async () => {
    // Uses one lane, because three consumers would share the few partitions here.
    const worker = await start(workerConfig(urls, { INGEST_LEASE_MS: LEASE_MS, INGEST_LANES: 1 }));
    const redis = createRedis(urls.redis, 'consumer', createLogger('test', 'silent'));
    const doomed = createIngestLogConsumer({
      redis,
      partitions: PARTITIONS,
      owner: 'doomed',
      leaseMs: LEASE_MS,
    });
    try {
      // Waits until the worker has processed a range, so that the publishing at its start is over.
      await pipeline.send(entryOf());
      await waitUntil(async () => {
        expect(await pipeline.rows('SELECT count() FROM events')).toEqual([[1]]);
      });
      await waitUntil(async () => {
        expect((await doomed.acquire()).length).toBeGreaterThan(0);
      });
      const person = {
        projectId: 1,
        id: randomUUID(),
        properties: {},
        isIdentified: false,
        version: 1,
        createdAt: new Date(),
      };
      await createIdentityStore(pipeline.database).resolve(
        { distinctIds: [], mergeIds: [], groupProjects: [] },
        () => ({ writes: { ...NOTHING, created: [person] }, result: null }),
      );
      redis.disconnect();
      await waitUntil(async () => {
        const [found] = await pipeline.rows(`SELECT count() FROM person WHERE id = '${person.id}'`);
        expect(found).toEqual([1]);
      });
      // Closes its second connection, which the test would otherwise leave open.
      await expect(doomed.release()).rejects.toThrow('Connection is closed');
    } finally {
      await worker.stop();
    }
  });
});
