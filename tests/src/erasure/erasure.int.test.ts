import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis, DEAD_LETTER_KEY } from '@tidemark/redis';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { Trace } from './byte-search';
import { searchFiles } from './byte-search';
import { CLICKHOUSE_TABLES, fateOfKey, POSTGRES_TABLES, QUEUE_KEYS } from './known-places';
import {
  clickHouseTables,
  postgresRows,
  searchClickHouse,
  searchPostgres,
  searchRedis,
} from './store-contents';
import { cleanPartsAtOnce, unknownPartFolders } from './clickhouse-parts';

/** Random texts that occur only in the data of the erased person. */
const mark = (what: string): string => `${what}zq${randomBytes(8).toString('hex')}`;
const MARKS = {
  distinctId: mark('id'),
  anonymousId: mark('anon'),
  email: `${mark('mail')}@example.com`,
  name: `Jürgen ${mark('name')}`,
  event: mark('event'),
  recording: mark('page'),
  console: mark('line'),
  letter: mark('letter'),
};
const MARKERS = Object.values(MARKS);
const SESSION = '01900000-0000-7000-8000-000000000001';
/** Folders that contain only programs. */
const SKIP = ['engines'];

/**
 * Searches for everything that a store keeps of a person: byte by byte in the files of the stores and, where a store
 * compresses, in the data that its engine returns.
 */
describe('the erasure of a person', () => {
  let product: Standalone;
  let api: ApiClient;
  let clickhouse: ClickHouse;
  let database: Database;
  let redis: Redis;
  let personId: string;
  const runId = randomUUID();

  beforeAll(async () => {
    product = await startStandalone({
      env: {
        ERASURE_SWEEP_SECONDS: '1',
        ERASURE_REWRITE_SECONDS: '1',
      },
      readyTimeoutMs: 120_000,
    });
    api = createApiClient(product.url, product.personalApiKey);
    const logger = createLogger('test', 'fatal');
    const file = await readFile(join(product.dataDir, 'run', 'stores.json'), 'utf8');
    const urls = JSON.parse(file) as { postgres: string; redis: string; clickhouse: string };
    clickhouse = createClickHouse({ url: urls.clickhouse, logger });
    database = createDatabase(urls.postgres, { poolSize: 1, logger });
    redis = createRedis(urls.redis, 'consumer', logger);
    await cleanPartsAtOnce(clickhouse);
  });
  afterAll(async () => {
    await Promise.all([clickhouse.close(), database.close(), closeRedis(redis)]);
    await product.stop();
  });

  const send = async (path: string, body: object): Promise<void> => {
    const text = JSON.stringify({ api_key: product.projectApiKey, ...body });
    const response = await fetch(product.url + path, { method: 'POST', body: text });
    expect(response.status).toBe(200);
  };
  const capture = (event: string, distinct_id: string, properties: object = {}) =>
    send('/capture/', { event, distinct_id, properties });

  const plantEvents = async (): Promise<void> => {
    await api.patch('/api/projects/1/', { capture_console_log_opt_in: true });
    await capture('seen', MARKS.anonymousId, { $session_id: SESSION, note: MARKS.event });
    await capture('seen', MARKS.distinctId);
    await waitUntil(async () => expect(await api.hogql(1, 'select 1 from events')).toHaveLength(2));
    await capture('$identify', MARKS.distinctId, {
      $anon_distinct_id: MARKS.anonymousId,
      $set: { email: MARKS.email, name: MARKS.name },
    });
    await capture('survey sent', MARKS.distinctId, { $survey_response: MARKS.event });
    await capture('$feature_flag_called', MARKS.distinctId, { $feature_flag: 'f' });
    await capture('$create_alias', MARKS.distinctId, { alias: 'anonymous' });
    await send('/s/', {
      event: '$snapshot',
      properties: {
        distinct_id: MARKS.distinctId,
        $session_id: SESSION,
        $window_id: 'w',
        $snapshot_data: [
          {
            type: 4,
            timestamp: Date.now() - 9,
            data: { href: `https://x.test/${MARKS.recording}` },
          },
          {
            type: 6,
            timestamp: Date.now() - 5,
            data: {
              plugin: 'rrweb/console@1',
              payload: { level: 'log', payload: [`"${MARKS.console}"`], trace: [] },
            },
          },
        ],
      },
    });
    await waitUntil(async () => {
      const tables = ['person', 'log_entries', 'session_replay_events', 'ingestion_warnings'];
      for (const table of [...tables, 'person_distinct_id_overrides']) {
        const { rows } = await clickhouse.query({ name: 't', sql: `SELECT 1 FROM ${table}` });
        expect([table, rows.length > 0]).toEqual([table, true]);
      }
      expect(await api.hogql(1, 'select 1 from events')).toHaveLength(6);
    });
  };

  const plantQueries = async (): Promise<void> => {
    const text = `select event, person.properties.email from events where person.properties.email = '${MARKS.email}'`;
    const query = { kind: 'HogQLQuery', query: text };
    await api.post('/api/projects/1/query/', { query, refresh: 'force_blocking' });
    await api.post('/api/projects/1/query/', {
      query: { ...query, query: `${text} limit 3` },
      refresh: 'force_async',
      client_query_id: runId,
    });
    await waitUntil(async () => {
      const { body } = await api.get(`/api/projects/1/query/${runId}/`);
      expect(body).toMatchObject({ query_status: { complete: true } });
    });
    await api.post('/api/projects/1/query/', {
      query: { kind: 'HogQLQuery', query: `select 1 where '${MARKS.distinctId}' != 'a'` },
    });
    // A query that does not contain an erased person must stay in the query log.
    await api.post('/api/projects/1/query/', {
      query: { kind: 'HogQLQuery', query: "select count() from events where event = 'untouched'" },
    });
    await waitUntil(async () => {
      const { rows } = await clickhouse.query({ name: 't', sql: LOGGED });
      expect(rows.length).toBeGreaterThanOrEqual(3);
    });
  };
  const LOGGED = `SELECT query FROM query_log WHERE query LIKE '%zq%'`;

  const plantElsewhere = async (): Promise<void> => {
    const raw = JSON.stringify({
      team_id: 1,
      distinct_id: MARKS.distinctId,
      uuid: randomUUID(),
      event: 'lost',
      properties: { note: MARKS.letter },
    });
    const other = JSON.stringify({ team_id: 1, distinct_id: 'somebody else', event: 'lost' });
    for (const text of [raw, other]) {
      await redis.xadd(DEAD_LETTER_KEY, '*', 'reason', 'test', 'e', text);
    }
    const chat = JSON.stringify({ question: `who is ${MARKS.email}`, sql: 'select 1' });
    await redis.rpush('tidemark:query-chat:{1:1:test}', chat);
    await send('/flags/?v=2', { token: product.projectApiKey, distinct_id: MARKS.distinctId });
    await postgresRows(database, 'ANALYZE');
    await postgresRows(database, 'CHECKPOINT');
  };

  const searchAll = async (skip = SKIP): Promise<Trace[]> => [
    ...(await searchFiles(product.dataDir, MARKERS, skip)),
    ...(await searchClickHouse(clickhouse, MARKERS)),
    ...(await searchPostgres(database, MARKERS)),
    ...(await searchRedis(redis, MARKERS)),
  ];

  /** Simulates the end of the day for which events of the person may still be in the log. */
  const endTheDay = () =>
    postgresRows(
      database,
      `UPDATE person_erasures SET erased_at = erased_at - interval '2 days' WHERE erased_at IS NOT NULL`,
    );

  it('leaves no byte of the person in any store after the last sweep', async () => {
    await plantEvents();
    await plantQueries();
    await plantElsewhere();

    const planted = await searchAll();
    const seenIn = (prefix: string) => planted.some(({ file }) => file.startsWith(prefix));
    for (const place of [
      'postgres/data/base/',
      'postgres/data/pg_wal/',
      'redis/appendonlydir/',
      'clickhouse/',
      'clickhouse person_distinct_id.',
      'clickhouse person_distinct_id_overrides.',
      'clickhouse query_log.',
      'clickhouse log_entries.',
      'clickhouse session_replay_events.',
      'clickhouse ingestion_warnings.',
      'postgres public.persons',
      'redis tidemark:query-run:',
      'redis tidemark:{query-cache:',
      'redis tidemark:query-chat:',
      `redis ${DEAD_LETTER_KEY}`,
    ]) {
      expect([place, seenIn(place)]).toEqual([place, true]);
    }
    expect(new Set(planted.map(({ marker }) => marker))).toEqual(new Set(MARKERS));

    const { body } = await api.get(`/api/projects/1/persons/?distinct_id=${MARKS.distinctId}`);
    personId = (body as { results: { id: string }[] }).results[0]?.id ?? '';
    const deleted = await api.post('/api/projects/1/persons/bulk_delete/', {
      ids: [personId],
      delete_events: true,
      delete_recordings: true,
    });
    expect(deleted.status).toBe(202);

    // The first sweep removes everything that queries can return. On a busy machine, the deletion marks of distinct ids
    // may be written afterwards. No client can read them, and the second sweep removes them.
    const DELETION_MARKS = 'clickhouse person_distinct_id.';
    const ids = `select distinct_id from raw_person_distinct_ids where distinct_id like '%zq%'`;
    await waitUntil(async () => {
      const found = await searchClickHouse(clickhouse, MARKERS);
      const served = found.filter(({ file }) => !file.startsWith(DELETION_MARKS));
      expect([...served, ...(await searchRedis(redis, MARKERS))]).toEqual([]);
      expect(await api.hogql(1, ids)).toEqual([]);
    });
    expect((await api.get(`/api/projects/1/query/${runId}/`)).status).toBe(404);
    expect(await redis.xlen(DEAD_LETTER_KEY)).toBe(1);

    // The second sweep runs a day later.
    await waitUntil(async () => {
      await endTheDay();
      expect(await postgresRows(database, 'SELECT id FROM person_erasures')).toEqual([]);
    });
    await waitUntil(async () => {
      // Files of ClickHouse are compressed, so there must be no parts that its engine does not read.
      expect(await unknownPartFolders(clickhouse, join(product.dataDir, 'clickhouse'))).toEqual([]);
      expect(await searchAll()).toEqual([]);
    }, 180_000);

    // Data of others is still stored.
    const { rows: kept } = await clickhouse.query({
      name: 'kept',
      sql: `SELECT 1 FROM query_log WHERE query LIKE '%untouched%' LIMIT 1`,
    });
    expect(kept).toHaveLength(1);
  }, 500_000);

  it('is defined for every table and every key of Redis', async () => {
    expect(await clickHouseTables(clickhouse)).toEqual(Object.keys(CLICKHOUSE_TABLES).sort());
    const tables = await postgresRows(
      database,
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(POSTGRES_TABLES).sort());

    const wrong: unknown[] = [];
    for (const key of await redis.keys('*')) {
      if (key.startsWith(QUEUE_KEYS)) continue;
      const fate = key.startsWith('tidemark:')
        ? fateOfKey(key.slice('tidemark:'.length))
        : undefined;
      if (fate === undefined) wrong.push([key, 'is not in the list']);
      if (typeof fate !== 'object') continue;
      const seconds = await redis.ttl(key);
      // -2 means that the key has expired.
      const isBounded =
        seconds === -2 || (seconds >= 0 && seconds <= fate.expiresWithinHours * 3_600);
      if (!isBounded) wrong.push([key, seconds]);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
