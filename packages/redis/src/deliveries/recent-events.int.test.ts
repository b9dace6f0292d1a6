import { randomUUID } from 'node:crypto';
import type { DeadLetters } from '@tidemark/ingest-log';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import { createDeadLetters } from '../dead-letters/dead-letters';
import { forgetPersons } from '../erasure';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createRecentEvents } from './recent-events';

let server: TestRedisServer;
let redis: ReturnType<typeof createRedis>;
let letters: DeadLetters;
let time = 0;

beforeAll(async () => {
  server = await startRedisServer();
  redis = createRedis(server.url, 'consumer');
  await waitUntilReady(redis, 10_000);
  letters = createDeadLetters(redis);
});
afterAll(async () => {
  await closeRedis(redis);
  await server.remove();
});

const eventOf = (projectId: number, event = 'paid') => {
  const uuid = randomUUID();
  return { projectId, uuid, text: JSON.stringify({ uuid, event }) };
};

it('returns kept events of a project for half a minute', async () => {
  const recent = createRecentEvents(redis, () => time);
  const ours = eventOf(1);
  const theirs = eventOf(2);
  await recent.keep([ours, theirs]);
  const uuids = [ours.uuid, theirs.uuid, randomUUID()];
  expect([...(await recent.find(1, uuids))]).toEqual([
    [ours.uuid, { uuid: ours.uuid, event: 'paid' }],
  ]);
  const ttl = await redis.ttl(`tidemark:recent-event:1:${ours.uuid}`);
  expect(ttl).toBeGreaterThan(20);
  expect(ttl).toBeLessThanOrEqual(30);
  expect((await recent.find(1, [])).size).toBe(0);
});

it('returns more events than one command reads', async () => {
  const recent = createRecentEvents(redis, () => time);
  const events = Array.from({ length: 450 }, () => eventOf(3));
  await recent.keep(events);
  const found = await recent.find(
    3,
    events.map(({ uuid }) => uuid),
  );
  expect(found.size).toBe(450);
});

it('keeps no more bytes than its limit within the time for which events are kept', async () => {
  const events = Array.from({ length: 4 }, () => eventOf(4));
  const size = Buffer.byteLength(events[0]?.text ?? '');
  const recent = createRecentEvents(redis, () => time, 2 * size);
  const found = async (): Promise<number> =>
    (
      await recent.find(
        4,
        events.map(({ uuid }) => uuid),
      )
    ).size;
  await recent.keep(events.slice(0, 3));
  expect(await found()).toBe(2);
  time += 30_000;
  await recent.keep(events.slice(3));
  expect(await found()).toBe(3);
});

it('loses the events of a project whose person is erased', async () => {
  const recent = createRecentEvents(redis, () => time);
  const ours = eventOf(5);
  const theirs = eventOf(6);
  await recent.keep([ours, theirs]);
  const person = { personId: randomUUID(), distinctIds: ['ann'], withEvents: true };
  await forgetPersons(redis, letters, 5, [{ ...person, requestedAt: new Date() }]);
  expect((await recent.find(5, [ours.uuid])).size).toBe(0);
  expect((await recent.find(6, [theirs.uuid])).size).toBe(1);
});
