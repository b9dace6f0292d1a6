import { randomBytes, randomInt } from 'node:crypto';
import { closeRedis, createRedis } from '../connection/create-redis';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import type { ResultCacheOptions } from './result-cache';
import { forgetQueryResults } from './forget-results';
import { createQueryResultCache } from './result-cache';

let server: TestRedisServer;
let redis: ReturnType<typeof createRedis>;
let project = 0;

beforeAll(async () => {
  server = await startRedisServer();
  redis = createRedis(server.url, 'queue');
});
afterAll(async () => {
  await closeRedis(redis);
  await server.remove();
});
beforeEach(() => {
  project = randomInt(1_000_000, 2_000_000_000);
});

const cache = (more: Partial<ResultCacheOptions> = {}) =>
  createQueryResultCache(redis, {
    ttlSeconds: 60,
    maxEntryBytes: 10_000,
    maxProjectBytes: 20_000,
    now: () => new Date(),
    ...more,
  });

const set = async (held: ReturnType<typeof cache>, ...value: Parameters<typeof held.send>) =>
  (await held.send(...value)).stored;

/** A value whose compressed size is about `bytes`. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex');

it('returns a stored value, to its own project only', async () => {
  const value = { results: [[1, 'ä', null]], deep: { a: [1.5, true] } };
  expect(await set(cache(), project, 'k', value)).toBe(true);
  expect(await cache().get(project, 'k')).toEqual(value);
  expect(await cache().get(project + 1, 'k')).toBeUndefined();
  expect(await cache().get(project, 'other')).toBeUndefined();
});

it('reads a short entry with a long value', async () => {
  const held = cache({ maxEntryBytes: 100_000 });
  const value = 'x'.repeat(1_000_000);
  expect(await set(held, project, 'k', value)).toBe(true);
  expect(await held.get(project, 'k')).toBe(value);
});

it.each([
  ['small', 100],
  ['larger', 60_000],
])('finds a %s value as soon as it was sent', async (_, bytes) => {
  const held = cache({ maxEntryBytes: 100_000, maxProjectBytes: 200_000 });
  const value = noise(bytes);
  await held.send(project, 'k', 'the one before');
  await held.send(project, 'k', value);
  expect(await held.get(project, 'k')).toBe(value);
});

it('keeps the value that was made later', async () => {
  const [earlier, later] = ['2026-01-01T10:00:00Z', '2026-01-01T10:00:01Z'].map(
    (at) => new Date(at),
  );
  expect(await set(cache(), project, 'k', 'new', later)).toBe(true);
  expect(await set(cache(), project, 'k', 'old', earlier)).toBe(false);
  expect(await cache().get(project, 'k')).toBe('new');
  expect(await set(cache(), project, 'k', 'as new', later)).toBe(true);
  expect(await cache().get(project, 'k')).toBe('as new');
});

it('replaces a value that was made later and has expired', async () => {
  await set(cache({ ttlSeconds: 0.02 }), project, 'k', 'new', new Date(Date.now() + 60_000));
  await set(cache(), project, 'other', 1);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await set(cache(), project, 'k', 'old')).toBe(true);
  expect(await cache().get(project, 'k')).toBe('old');
});

it('deletes values after their lifetime', async () => {
  await set(cache({ ttlSeconds: 0.02 }), project, 'k', 1);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await cache().get(project, 'k')).toBeUndefined();
});

it('deletes all values of one project on request', async () => {
  for (const key of ['a', 'b']) await set(cache(), project, key, key);
  await set(cache(), project + 1, 'a', 'theirs');
  await forgetQueryResults(redis, project);
  expect(await cache().get(project, 'a')).toBeUndefined();
  expect(await cache().get(project, 'b')).toBeUndefined();
  expect(await cache().get(project + 1, 'a')).toBe('theirs');
  expect(await set(cache(), project, 'a', 'again')).toBe(true);
});

it('treats an unreadable entry as missing', async () => {
  await redis.set(`tidemark:{query-cache:${project}}:entry:k`, 'garbage');
  expect(await cache().get(project, 'k')).toBeUndefined();
});

it('rejects values that are too large, compressed or not', async () => {
  expect(await set(cache(), project, 'noise', noise(40_000))).toBe(false);
  expect(await set(cache({ maxEntryBytes: 10 }), project, 'flat', 'x'.repeat(400))).toBe(false);
  // Repetitions compress well.
  expect(await set(cache(), project, 'same', 'x'.repeat(100_000))).toBe(true);
  expect(await cache().get(project, 'noise')).toBeUndefined();
});

it('makes room in the project by deleting the values that expire first', async () => {
  const at = (seconds: number) => cache({ now: () => new Date(1_000_000 + seconds * 1_000) });
  for (const n of [1, 2, 3]) await set(at(n), project, `k${n}`, noise(10_000));
  await set(at(4), project + 1, 'theirs', noise(10_000));
  const kept = async (key: string) => (await cache().get(project, key)) !== undefined;
  // Hex digits compress to about half: three values fit, a fourth does not.
  expect([await kept('k1'), await kept('k2'), await kept('k3')]).toEqual([true, true, true]);
  await set(at(5), project, 'k4', noise(14_000));
  expect([await kept('k1'), await kept('k4')]).toEqual([false, true]);
  expect(await cache().get(project + 1, 'theirs')).toBeDefined();
  // A replaced value counts only once.
  for (const n of [6, 7, 8, 9]) await set(at(n), project, 'k4', noise(14_000));
  expect(await kept('k3')).toBe(true);
});
