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
import type { Trace } from '../erasure/byte-search';
import { searchFiles, tracesIn } from '../erasure/byte-search';
import {
  postgresRows,
  searchClickHouse,
  searchPostgres,
  searchRedis,
} from '../erasure/store-contents';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import { PLANTED } from './planted-values';

const mark = (): string => `zq${randomBytes(8).toString('hex')}`;
const CONTROL = mark();
const RECORDED = { url: `ml${mark()}`, line: `ml${mark()}`, nameless: `ml${mark()}` };
const MARKERS = [
  ...[CONTROL, ...Object.values(RECORDED)],
  ...PLANTED.flatMap(({ markers }) => markers),
];
const WITH_CONTROL_ONLY = new Set([CONTROL]);

/** Values that rules must remove are sent in every part of an event, and searched for in every byte of every store. */
describe('ingestion rules', () => {
  let product: Standalone;
  let api: ApiClient;
  let clickhouse: ClickHouse;
  let database: Database;
  let redis: Redis;

  beforeAll(async () => {
    product = await startStandalone({ env: { LOG_LEVEL: 'debug' }, readyTimeoutMs: 120_000 });
    api = createApiClient(product.url, product.personalApiKey);
    const logger = createLogger('test', 'fatal');
    const file = await readFile(join(product.dataDir, 'run', 'stores.json'), 'utf8');
    const urls = JSON.parse(file) as { postgres: string; redis: string; clickhouse: string };
    clickhouse = createClickHouse({ url: urls.clickhouse, logger });
    database = createDatabase(urls.postgres, { poolSize: 1, logger });
    redis = createRedis(urls.redis, 'consumer', logger);
  });
  afterAll(async () => {
    await Promise.all([clickhouse.close(), database.close(), closeRedis(redis)]);
    await product.stop();
  });

  const send = async (path: string, body: object): Promise<void> => {
    const text = JSON.stringify({ api_key: product.projectApiKey, ...body });
    const response = await fetch(product.url + path, { method: 'POST', body: text });
    expect([path, response.status]).toEqual([path, 200]);
  };

  /** The edge rejects the event and writes a warning into the ingest log. */
  const sendNameless = async (id: string): Promise<void> => {
    const now = new Date().toISOString();
    const event = { event: '', uuid: randomUUID(), distinct_id: id, timestamp: now };
    const response = await fetch(`${product.url}/i/v1/analytics/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${product.projectApiKey}`,
        'content-type': 'application/json; charset=utf-8',
        'posthog-sdk-info': 'posthog-node/5.1.0',
        'posthog-attempt': '1',
        'posthog-request-id': randomUUID(),
        'posthog-request-timestamp': now,
      },
      body: JSON.stringify({ created_at: now, batch: [event] }),
    });
    expect(response.status).toBe(200);
  };

  const createRules = async (): Promise<void> => {
    const detectors = ['email', 'card', 'iban', 'token'];
    const properties = ['ssn', '$ip'];
    for (const rule of [
      {
        ...{ name: 'Paid', kind: 'schema', conditions: [{ field: 'event', value: 'paid' }] },
        config: { properties: [{ name: 'plan', required: true }], on_violation: 'drop' },
      },
      { name: 'Personal', kind: 'redact', config: { detectors, properties } },
    ]) {
      expect((await api.post('/api/projects/1/ingestion_rules/', rule)).status).toBe(201);
    }
  };

  const recording = (url: string, line: string) => ({
    event: '$snapshot',
    properties: {
      ...{ distinct_id: 'd', $window_id: 'w' },
      $session_id: '01900000-0000-7000-8000-000000000001',
      $snapshot_data: [
        { type: 4, timestamp: Date.now() - 9, data: { href: `https://x.test/${url}@example.com` } },
        {
          ...{ type: 6, timestamp: Date.now() - 5 },
          data: {
            plugin: 'rrweb/console@1',
            payload: { level: 'log', payload: [`"to ${line}@example.com"`], trace: [] },
          },
        },
      ],
    },
  });

  const drained = () =>
    waitUntil(async () => {
      const streams = await redis.keys('tidemark:ingest:{*}');
      const lengths = await Promise.all(streams.map((key) => redis.xlen(key)));
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(0);
    });

  const searchAll = async (): Promise<Trace[]> => [
    ...(await searchFiles(product.dataDir, MARKERS, ['engines'])),
    ...(await searchClickHouse(clickhouse, MARKERS)),
    ...(await searchPostgres(database, MARKERS)),
    ...(await searchRedis(redis, MARKERS)),
    ...tracesIn('output', Buffer.from(product.output()), MARKERS),
  ];

  it('leave no byte of a redacted value in any store, log or dead letter', async () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(40);
    await createRules();
    await api.patch('/api/projects/1/', { capture_console_log_opt_in: true });
    await clickhouse.command('ALTER TABLE events ADD COLUMN rejection DateTime');
    await clickhouse.command(
      `ALTER TABLE events MODIFY COLUMN rejection DateTime
        MATERIALIZED toDateTime(if(event = 'rejected', 'no date', '2026-01-01 00:00:00'))`,
    );
    await send('/batch/', { batch: PLANTED.map(({ event }) => event) });
    await send('/capture/', { event: 'control', distinct_id: 'd', properties: { note: CONTROL } });
    await send('/s/', recording(RECORDED.url, RECORDED.line));
    await sendNameless(`${RECORDED.nameless}@example.com`);
    await waitUntil(async () => {
      const { rows } = await clickhouse.query({
        name: 't',
        sql: `SELECT 1 FROM events WHERE event = 'control'`,
      });
      expect(rows).toHaveLength(1);
      expect(await redis.xlen(DEAD_LETTER_KEY)).toBe(1);
    });
    await drained();

    // The file of the ingest log still contained the values; a rewrite of the append-only file removes them.
    await redis.bgrewriteaof();
    await waitUntil(async () =>
      expect(await redis.info('persistence')).toMatch(
        /aof_rewrite_in_progress:0[\s\S]*aof_rewrite_scheduled:0/,
      ),
    );
    await postgresRows(database, 'CHECKPOINT');

    await waitUntil(async () => {
      const found = await searchAll();
      const leaked = found.filter(({ marker }) => !WITH_CONTROL_ONLY.has(marker));
      expect(leaked).toEqual([]);
      expect(found.length).toBeGreaterThan(0);
    });
  }, 300_000);

  it('keep the other events, and warn about events that they drop', async () => {
    const { rows } = await clickhouse.query<[string, number]>({
      name: 't',
      sql: `SELECT event, count() FROM events GROUP BY event ORDER BY event`,
    });
    const names = rows.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['planted', 'mail to [email]', '$identify']));
    expect(names).not.toContain('paid');
    const warnings = await clickhouse.query<[string]>({
      name: 't',
      sql: `SELECT DISTINCT type FROM ingestion_warnings ORDER BY type`,
    });
    expect(warnings.rows.flat()).toEqual(
      expect.arrayContaining([
        ...['client_ingestion_warning', 'event_rejected_by_store', 'event_schema_dropped'],
        ...['invalid_event_session_id', 'invalid_group_set', 'missing_event_name'],
      ]),
    );
  });
});
