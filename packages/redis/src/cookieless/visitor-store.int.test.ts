import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { Redis } from '../connection/redis';
import { closeRedis, createRedis, createVisitorStore } from '..';

describe('visitor store', () => {
  let redis: Redis;
  beforeAll(async () => {
    const { redis: url } = await createIsolatedStores();
    redis = createRedis(url, 'consumer', createLogger('test', 'silent'));
  });
  afterAll(() => closeRedis(redis));

  it('creates one expiring salt per day for all workers', async () => {
    const days = ['2026-01-01', '2026-01-02'];
    const [mine, theirs] = await Promise.all([
      createVisitorStore(redis, 60).salts(days),
      createVisitorStore(redis, 60).salts(days),
    ]);
    expect(mine).toEqual(theirs);
    expect(days.map((day) => mine.get(day)?.length)).toEqual([16, 16]);
    expect(mine.get('2026-01-01')).not.toEqual(mine.get('2026-01-02'));
    expect(await redis.ttl('tidemark:cookieless-salt:2026-01-01')).toBeGreaterThan(0);
  });

  it('stores identifications and sessions, and returns only those requested', async () => {
    const store = createVisitorStore(redis, 60);
    const session = { sessionId: '01900000-0000-7000-8000-000000000001', lastActivity: 5 };
    const identifications = (entries: [string, number][]) => new Map([['1:a', new Map(entries)]]);
    await store.save({
      identifications: identifications([['u1', 1]]),
      sessions: new Map([['1:s', session]]),
    });
    await store.save({ identifications: identifications([['u2', 2]]), sessions: new Map() });
    expect(await store.identifications(['1:a', '2:a'])).toEqual(
      identifications([
        ['u1', 1],
        ['u2', 2],
      ]),
    );
    expect(await store.sessions(['2:s', '1:s'])).toEqual(new Map([['1:s', session]]));
    expect(await store.sessions([])).toEqual(new Map());
  });
});
