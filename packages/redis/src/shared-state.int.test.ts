import { closeRedis, createRedis } from './connection/create-redis';
import { createDefinitionsChannel, DEFINITIONS_CHANNEL } from './definitions/channel';
import { createDefinitionsVersions } from './definitions/versions';
import { createRateLimiter } from './limits/rate-limiter';
import { createPersonPropertiesCache } from './persons/properties-cache';
import { startRedisServer } from './test-support/redis-server';
import type { TestRedisServer } from './test-support/redis-server';

describe('state shared through Redis', () => {
  let server: TestRedisServer;
  let redis: ReturnType<typeof createRedis>;
  let subscriber: ReturnType<typeof createRedis>;

  beforeAll(async () => {
    server = await startRedisServer();
    redis = createRedis(server.url, 'consumer');
    subscriber = createRedis(server.url, 'pubsub');
  });
  afterAll(async () => {
    await Promise.all([redis, subscriber].map(closeRedis));
    await server.remove();
  });

  it('notifies subscribers of changes, ignores invalid messages, and increments the version', async () => {
    const channel = createDefinitionsChannel({ publisher: redis, subscriber });
    const versions = createDefinitionsVersions(redis);
    const seen: unknown[] = [];
    const stop = await channel.subscribe((change) => seen.push(change));
    await redis.publish(DEFINITIONS_CHANNEL, 'garbage');
    await redis.publish(DEFINITIONS_CHANNEL, '{"project_id":"x"}');
    await channel.publish({ project_id: 7, what: 'feature_flags' });
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen).toEqual([{ project_id: 7, what: 'feature_flags' }]);
    expect(await versions.getMany([7, 8])).toEqual([1, 0]);

    await stop();
    await channel.publish({ project_id: 7, what: 'project' });
    expect(await versions.getMany([7])).toEqual([2]);
    expect(seen).toHaveLength(1);
  });

  it('finds a person by any of its distinct ids; a change of the person is visible by all of them', async () => {
    const cache = createPersonPropertiesCache(redis);
    await cache.set(1, [
      { distinct_id: 'a', person_id: 'p1', properties: { plan: 'free' }, version: 1 },
      { distinct_id: 'b', person_id: 'p1', properties: { plan: 'free' }, version: 1 },
    ]);
    await cache.set(1, [
      { distinct_id: 'b', person_id: 'p1', properties: { plan: 'pro' }, version: 2 },
    ]);
    const found = await cache.getMany(1, ['a', 'b', 'c']);
    expect(found.get('a')).toEqual({ person_id: 'p1', properties: { plan: 'pro' } });
    expect(found.get('b')).toEqual(found.get('a'));
    expect(found.has('c') && found.get('c') === undefined).toBe(true);
    expect((await cache.getMany(2, ['a'])).get('a')).toBeUndefined();
  });

  it('never lets a reader overwrite a committed value, and deletes on request', async () => {
    const cache = createPersonPropertiesCache(redis);
    await cache.set(1, [{ distinct_id: 'w', person_id: 'p2', properties: { n: 2 }, version: 1 }]);
    await cache.fill(1, [
      { distinct_id: 'w', person_id: 'p-old', properties: { n: 1 }, version: 1 },
    ]);
    expect((await cache.getMany(1, ['w'])).get('w')).toEqual({
      person_id: 'p2',
      properties: { n: 2 },
    });
    await cache.delete(1, { distinctIds: ['w'] });
    expect((await cache.getMany(1, ['w'])).get('w')).toBeUndefined();
  });

  it('keeps the newest version of a person in whatever order workers and readers store it', async () => {
    const cache = createPersonPropertiesCache(redis);
    const entry = (distinct_id: string, version: number) => ({
      ...{ distinct_id, person_id: 'p-raced', version },
      properties: { version },
    });
    const stored = async () =>
      (await cache.getMany(1, ['late'])).get('late')?.properties['version'];
    await cache.set(1, [entry('raced', 12)]);
    await cache.set(1, [entry('late', 9)]);
    expect(await stored()).toBe(12);
    await cache.fill(1, [entry('late', 9)]);
    expect(await stored()).toBe(12);
    await cache.fill(1, [entry('late', 13)]);
    expect(await stored()).toBe(13);
    await redis.set('tidemark:person:1:p-raced', '{"version":1}');
    expect(await stored()).toBeUndefined();
    await cache.fill(1, [entry('late', 13)]);
    expect(await stored()).toBe(13);
  });

  it('does not store a merged person again', async () => {
    const cache = createPersonPropertiesCache(redis);
    const late = { distinct_id: 'anon', person_id: 'p-merged', properties: {}, version: 0 };
    await cache.set(1, [late]);
    await cache.delete(1, { distinctIds: ['anon'], personIds: ['p-merged'] });
    await cache.retire(1, ['p-merged']);
    await cache.set(1, [late]);
    await cache.fill(1, [late]);
    expect((await cache.getMany(1, ['anon'])).get('anon')).toBeUndefined();
    await cache.delete(1, { personIds: ['p-merged'] });
    await cache.set(1, [late]);
    expect((await cache.getMany(1, ['anon'])).get('anon')).toMatchObject({ properties: {} });
  });

  it('caches the cohorts of a person, on request and while the person is cached', async () => {
    const cache = createPersonPropertiesCache(redis);
    await cache.set(1, [{ distinct_id: 'm', person_id: 'p3', properties: {}, version: 1 }]);
    const cohortsOf = async (id: string) =>
      (await cache.getMany(1, [id], { cohorts: true })).get(id)?.cohorts;
    expect(await cohortsOf('m')).toBeUndefined();
    await cache.setCohorts(1, 'p3', { version: 7, ids: [] });
    expect(await cohortsOf('m')).toEqual({ version: 7, ids: [] });
    await cache.setCohorts(1, 'p3', { version: 8, ids: [4, 5] });
    expect(await cohortsOf('m')).toEqual({ version: 8, ids: [4, 5] });
    expect((await cache.getMany(1, ['m'])).get('m')).toEqual({ person_id: 'p3', properties: {} });
    await cache.delete(1, { personIds: ['p3'] });
    await cache.set(1, [{ distinct_id: 'm', person_id: 'p3', properties: {}, version: 1 }]);
    expect(await cohortsOf('m')).toBeUndefined();
  });

  it('limits per key and returns when to try again', async () => {
    const limiter = createRateLimiter(redis, {
      keyPrefix: 'test',
      points: 2,
      durationSeconds: 3_600,
    });
    expect(await limiter.consume('k')).toEqual({
      allowed: true,
      retryAfterSeconds: 0,
      limit: 2,
      remaining: 1,
      resetSeconds: 3_600,
    });
    expect((await limiter.consume('k')).allowed).toBe(true);
    const rejected = await limiter.consume('k');
    expect(rejected).toMatchObject({ allowed: false, limit: 2, remaining: 0 });
    expect(rejected.retryAfterSeconds).toBeGreaterThan(3_500);
    expect(rejected.retryAfterSeconds).toBeLessThanOrEqual(3_600);
    expect((await limiter.consume('other')).allowed).toBe(true);
  });
});
