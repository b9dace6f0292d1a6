import { createFeatureFlagRepository } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';
import type { FlagsBody } from '../test-support/flags-scene';
import { everyone, flagsScene } from '../test-support/flags-scene';

describe('flags and their stores', () => {
  const { edge, createFlag, ask } = flagsScene();

  describe('changes', () => {
    const value = async (key: string): Promise<unknown> =>
      (await ask('/decide/?v=3')).featureFlags[key];

    it('are served when they are announced', async () => {
      expect(await value('announced')).toBeUndefined();
      await createFlag({ key: 'announced', filters: everyone });
      await edge().channel.publish({ project_id: 1, what: 'feature_flags' });
      await waitUntil(async () => {
        expect(await value('announced')).toBe(true);
      });
    });

    it('are served by every edge, deletions included', async () => {
      const stores = await createIsolatedStores();
      const [one, other] = [await startEdgeFixture(stores), await startEdgeFixture(stores)];
      try {
        const repository = createFeatureFlagRepository(one.database);
        const announce = (): Promise<void> =>
          one.channel.publish({ project_id: 1, what: 'feature_flags' });
        const seen = async ({ url }: EdgeFixture): Promise<unknown> => {
          const body = JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'u1' });
          const result = await fetch(`${url}/decide/?v=3`, { method: 'POST', body });
          return ((await result.json()) as FlagsBody).featureFlags['everywhere'];
        };
        const everywhere = async (expected: unknown): Promise<void> => {
          await announce();
          await waitUntil(async () => {
            expect([await seen(one), await seen(other)]).toEqual([expected, expected]);
          });
        };
        expect([await seen(one), await seen(other)]).toEqual([undefined, undefined]);
        const saved = await repository.create(1, 1, { key: 'everywhere', filters: everyone });
        if (saved.outcome !== 'saved') throw new Error(saved.outcome);
        await everywhere(true);
        await repository.update(1, 1, saved.flag.id, { deleted: true });
        await everywhere(undefined);
      } finally {
        await Promise.all([one.stop(), other.stop()]);
      }
    });

    it('are served even if the message is lost', async () => {
      expect(await value('unheard')).toBeUndefined();
      await createFlag({ key: 'unheard', filters: everyone });
      await edge().redis.incr('tidemark:definitions-version:{1}');
      await waitUntil(async () => {
        expect(await value('unheard')).toBe(true);
      });
    });
  });

  describe('without a store', () => {
    afterEach(async () => {
      edge().postgresProxy.restore();
      edge().redisProxy.restore();
      await waitUntil(async () => {
        expect((await fetch(`${edge().url}/_readyz`)).status).toBe(200);
      });
    });

    it('evaluates cached flags; only those that need data of the store fail', async () => {
      await ask('/flags/?v=2');
      edge().postgresProxy.cut();
      await edge().channel.publish({ project_id: 1, what: 'feature_flags' });
      const result = await ask('/flags/?v=2', { distinct_id: 'not-in-the-cache' });
      expect(result.errorsWhileComputingFlags).toBe(true);
      expect(result.flags['on']).toMatchObject({ enabled: true });
      expect(result.flags['pro']).toMatchObject({ enabled: false, failed: true });
      const carried = await ask('/flags/?v=2', { person_properties: { plan: 'pro' } });
      expect(carried.errorsWhileComputingFlags).toBe(false);
    });

    it('evaluates all flags without Redis', async () => {
      edge().redisProxy.cut();
      const result = await ask('/decide/?v=3', { distinct_id: 'stored-pro' });
      expect(result.featureFlags['pro']).toBe(true);
      expect(result.errorsWhileComputingFlags).toBe(false);
    });

    it('reports an error if no flags are cached, and a temporary one for an unknown token', async () => {
      const fresh = await startEdgeFixture(await createIsolatedStores());
      try {
        // A capture request caches the project, but not its flags.
        await fetch(`${fresh.url}/capture/`, {
          method: 'POST',
          body: JSON.stringify({ api_key: PROJECT_TOKEN, event: 'a', distinct_id: 'u' }),
        });
        fresh.postgresProxy.cut();
        const send = (path: string, token: string): Promise<Response> =>
          fetch(fresh.url + path, {
            method: 'POST',
            body: JSON.stringify({ token, distinct_id: 'u' }),
          });
        const result = await send('/flags/?v=2', PROJECT_TOKEN);
        expect(result.status).toBe(200);
        expect(await result.json()).toMatchObject({ flags: {}, errorsWhileComputingFlags: true });
        expect((await send('/decide/?v=2', PROJECT_TOKEN)).status).toBe(503);
        expect((await send('/flags/?v=2', 'phc_other')).status).toBe(503);
      } finally {
        await fresh.stop();
      }
    });
  });
});
