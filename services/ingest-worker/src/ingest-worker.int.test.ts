import type { RunningService } from '@tidemark/platform';
import { createPersonPropertiesCache, createRedis, DEAD_LETTER_KEY } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '.';
import type { Pipeline, StoreUrls } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';

describe('ingest worker', () => {
  let urls: StoreUrls;
  let pipeline: Pipeline;
  let worker: RunningService;
  let team = 0;

  beforeAll(async () => {
    urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    worker = await start(workerConfig(urls));
  });
  afterAll(async () => {
    await worker.stop();
    await pipeline.close();
  });
  beforeEach(() => {
    team += 1;
  });

  const settled = (count: number, where = '1'): Promise<void> =>
    waitUntil(async () => {
      const [row] = await pipeline.rows(
        `SELECT count() FROM events PREWHERE team_id = ${team} WHERE ${where}`,
      );
      expect(row).toEqual([count]);
    });
  const send = (...given: Parameters<typeof entryOf>[0][]): Promise<void> =>
    pipeline.send(...given.map((entry) => entryOf({ team_id: team, ...entry })));
  /** Returns the person of each distinct id as queries resolve it: the override, else the person of the event. */
  const personsOfEvents = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await pipeline.rows(`
        SELECT e.event, toString(if(notEmpty(o.distinct_id), o.person_id, e.person_id))
        FROM events e LEFT JOIN (
          SELECT distinct_id, argMax(person_id, version) AS person_id
          FROM person_distinct_id_overrides WHERE team_id = ${team} GROUP BY distinct_id
        ) o ON o.distinct_id = e.distinct_id
        WHERE e.team_id = ${team}`)) as [string, string][],
    );
  const persons = (): Promise<unknown[][]> =>
    pipeline.rows(`
      SELECT argMax(properties_text, version), argMax(is_identified, version)
      FROM person WHERE team_id = ${team} GROUP BY id
      HAVING argMax(is_deleted, version) = 0`);

  it('stores an event with its person', async () => {
    await send({
      event: '$pageview',
      distinct_id: 'u1',
      ip: '192.0.2.4',
      properties: {
        $browser: 'Firefox',
        $session_id: 'S1',
        'a.b': null,
        big: 1e20,
        $set: { plan: 'pro' },
      },
    });
    await settled(1);
    const [row] = await pipeline.rows(`
      SELECT event, distinct_id, toString(timestamp), properties_text, person_mode,
             toString(person_id), CAST(person_properties.plan, 'Nullable(String)'), \`$session_id\`
      FROM events PREWHERE team_id = ${team}`);
    expect(row).toEqual([
      '$pageview',
      'u1',
      '2026-01-02 03:04:05.678000',
      expect.any(String),
      'full',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      'pro',
      'S1',
    ]);
    expect(JSON.parse(row![3] as string)).toEqual({
      $browser: 'Firefox',
      $session_id: 'S1',
      'a.b': null,
      big: 1e20,
      $ip: '192.0.2.4',
      $set: { plan: 'pro', $browser: 'Firefox' },
      $set_once: { $initial_browser: 'Firefox' },
    });
    const [[properties]] = (await persons()) as [[string]];
    expect(JSON.parse(properties)).toMatchObject({ plan: 'pro', $initial_browser: 'Firefox' });
  });

  it('stores an event once, however often it is sent', async () => {
    const entry = entryOf({ team_id: team, event: 'once' });
    await pipeline.send(entry, entry);
    await settled(1);
    await pipeline.send(entry);
    await send({ event: 'after' });
    await settled(1, "event = 'after'");
    await settled(1, "event = 'once'");
  });

  it('assigns anonymous events to the identified person at once, older events included', async () => {
    await send({ event: 'before', distinct_id: 'anon' }, { event: 'own', distinct_id: 'user' });
    await settled(2);
    await send({
      event: '$identify',
      distinct_id: 'user',
      properties: { $anon_distinct_id: 'anon', $set: { email: 'u@x.de' } },
    });
    await settled(3);
    const resolved = await personsOfEvents();
    expect(new Set(Object.values(resolved)).size).toBe(1);
    const alive = await persons();
    expect(alive).toEqual([[expect.stringContaining('u@x.de'), true]]);
  });

  it('assigns personless events to the person that their id joins later', async () => {
    await send({
      event: 'hidden',
      distinct_id: 'p',
      properties: { $process_person_profile: false, $set: { x: 1 } },
    });
    await settled(1);
    expect(await persons()).toEqual([]);
    await send({ event: 'login', distinct_id: 'known' });
    await settled(2);
    await send({
      event: '$identify',
      distinct_id: 'known',
      properties: { $anon_distinct_id: 'p' },
    });
    await settled(3);
    const resolved = await personsOfEvents();
    expect(new Set(Object.values(resolved)).size).toBe(1);
  });

  it('numbers group types and merges group properties', async () => {
    const types = ['t0', 't1', 't2', 't3', 't4', 't5'];
    await send(
      ...types.map((type) => ({ event: type, properties: { $groups: { [type]: `key-${type}` } } })),
    );
    const identify = (set: object) => ({
      event: '$groupidentify',
      distinct_id: 'g',
      properties: { $group_type: 't0', $group_key: 'acme', $group_set: set },
    });
    await send(identify({ a: 1, b: 1 }));
    await settled(7);
    await send(identify({ b: 2 }));
    await settled(8);
    const columns = await pipeline.rows(`
      SELECT event, concat(\`$group_0\`, \`$group_1\`, \`$group_2\`, \`$group_3\`, \`$group_4\`)
      FROM events PREWHERE team_id = ${team} WHERE event LIKE 't%' ORDER BY event`);
    expect(columns.map(([, key]) => key)).toEqual([
      ...types.slice(0, 5).map((t) => `key-${t}`),
      '',
    ]);
    const [group] = await pipeline.rows(`
      SELECT group_key, argMax(group_properties_text, version) FROM groups
      WHERE team_id = ${team} AND group_type_index = 0 GROUP BY group_key`);
    expect([group![0], JSON.parse(group![1] as string)]).toEqual(['acme', { a: 1, b: 2 }]);
  });

  it('rejects what would make a group larger than 640 KiB, and writes it again afterwards', async () => {
    const identify = (set: object) => ({
      event: '$groupidentify',
      // The present, because warnings of the past are removed when they are written.
      captured_at: new Date().toISOString(),
      distinct_id: 'g',
      properties: { $group_type: 't', $group_key: 'acme', $group_set: set },
    });
    const large = 'x'.repeat(300_000);
    await send(identify({ a: large, b: large }), identify({ alone: 'x'.repeat(660_000) }));
    await settled(2);
    await send(identify({ c: large }));
    await settled(3);
    await send(identify({ plan: 'pro' }));
    await settled(4);
    const [group] = await pipeline.rows(`
      SELECT argMax(group_properties_text, version), max(version) FROM groups
      WHERE team_id = ${team} AND group_type_index = 0 GROUP BY group_key`);
    expect(JSON.parse(String(group?.[0]))).toEqual({ a: large, b: large, plan: 'pro' });
    await waitUntil(async () => {
      const warnings = await pipeline.rows(`
        SELECT type, severity, sum(count), any(details) FROM ingestion_warnings FINAL
        WHERE team_id = ${team} GROUP BY type, severity`);
      expect(warnings.map((row) => row.slice(0, 3))).toEqual([
        ['group_properties_size_violation', 'error', 2],
      ]);
      expect(JSON.parse(String(warnings[0]?.[3]))).toMatchObject({
        groupType: 't',
        groupKey: 'acme',
      });
    });
  });

  it('moves unreadable entries to the dead letters and continues', async () => {
    await pipeline.redis.xadd('tidemark:ingest:{0}', '*', 'e', 'not json');
    await pipeline.redis.xadd('tidemark:ingest:{0}', '*', 'e', '{"v":1,"team_id":"x"}');
    await send({ event: 'good' });
    await settled(1);
    await waitUntil(async () => {
      const letters = await pipeline.redis.xrange(DEAD_LETTER_KEY, '-', '+');
      const reasons = letters.map(([, fields]) => fields[fields.indexOf('reason') + 1]);
      expect(reasons).toEqual(
        expect.arrayContaining(['not JSON', expect.stringContaining('team_id')]),
      );
    });
  });

  it('stores all rows except the one that ClickHouse rejects', async () => {
    const deep = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`) as unknown;
    await send(
      ...Array.from({ length: 20 }, (_, i) => ({ event: 'fine', distinct_id: `d${i}` })),
      { event: 'rejected', properties: { deep } },
      ...Array.from({ length: 20 }, (_, i) => ({ event: 'fine', distinct_id: `d${i}` })),
    );
    await settled(40, "event = 'fine'");
    await waitUntil(async () => {
      const letters = await pipeline.redis.xrange(DEAD_LETTER_KEY, '-', '+');
      expect(letters.some(([, fields]) => fields.join().includes('rejected the row'))).toBe(true);
    });
    await settled(0, "event = 'rejected'");
  });

  it('updates the cache of person properties, which flag evaluation reads', async () => {
    const redis = createRedis(urls.redis, 'consumer');
    const cache = createPersonPropertiesCache(redis);
    await send({ distinct_id: 'cached', properties: { $set: { tier: 'gold' } } });
    await settled(1);
    await waitUntil(async () => {
      const found = await cache.getMany(team, ['cached']);
      expect(found.get('cached')?.properties).toMatchObject({ tier: 'gold' });
    });
    await redis.quit();
  });

  it('stores characters that stores reject as U+FFFD', async () => {
    await send({ distinct_id: 'nul', properties: { $set: { a: 'x\0y', 'k\0': '\ud800' } } });
    await settled(1);
    const [[properties]] = (await persons()) as [[string]];
    expect(JSON.parse(properties)).toMatchObject({ a: 'x\uFFFDy', 'k\uFFFD': '\uFFFD' });
  });
});
