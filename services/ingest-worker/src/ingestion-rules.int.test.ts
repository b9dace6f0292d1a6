import { bootstrap, createIngestionRuleRepository } from '@tidemark/postgres';
import type { RunningService } from '@tidemark/platform';
import { createDeadLetters } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '.';
import type { Pipeline, StoreUrls } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';

const KEY = 'a key of the tests that is long enough';
const NOW = new Date().toISOString();
const ANN = 'ann@example.com';

interface Rule {
  readonly kind: 'drop' | 'sample' | 'redact' | 'hash' | 'rename' | 'set' | 'schema';
  readonly config: object;
  readonly conditions?: readonly object[];
}

describe('ingestion rules', () => {
  let urls: StoreUrls;
  let pipeline: Pipeline;
  let worker: RunningService;

  const rules: readonly Rule[] = [
    { kind: 'drop', config: {}, conditions: [{ field: 'event', value: 'noise' }] },
    { kind: 'sample', config: { rate: 0 }, conditions: [{ field: 'event', value: 'sampled' }] },
    {
      kind: 'schema',
      config: { properties: [{ name: 'plan', required: true }], on_violation: 'drop' },
      conditions: [{ field: 'event', value: 'paid' }],
    },
    { kind: 'redact', config: { properties: ['secret'], detectors: ['email', 'card'] } },
    { kind: 'rename', config: { what: 'event', from: 'old', to: 'new' } },
    { kind: 'set', config: { property: 'env', value: 'eu', person: true } },
  ];

  beforeAll(async () => {
    urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    const { clickhouse, database } = pipeline;
    await bootstrap(database, { projectApiKey: 'phc_rules', personalApiKey: 'phx_rules' });
    const repository = createIngestionRuleRepository(database);
    for (const { kind, config, conditions = [] } of rules) {
      const fields = { name: kind, enabled: true, kind, conditions, config: { ...config } };
      await repository.create({ projectId: 1, userId: null }, fields);
    }
    await clickhouse.command('ALTER TABLE events ADD COLUMN rejection DateTime');
    await clickhouse.command(
      `ALTER TABLE events MODIFY COLUMN rejection DateTime
        MATERIALIZED toDateTime(if(event = 'rejected', 'no date', '2026-01-01 00:00:00'))`,
    );
    worker = await start(workerConfig(urls, { INGESTION_RULES_KEY: KEY }));
  });
  afterAll(async () => {
    await worker.stop();
    await pipeline.close();
  });

  const send = (...given: Parameters<typeof entryOf>[0][]) => {
    const entries = given.map((entry) => entryOf({ captured_at: NOW, timestamp: NOW, ...entry }));
    return pipeline.send(...entries).then(() => entries);
  };
  const events = (columns: string) =>
    pipeline.rows(`SELECT ${columns} FROM events WHERE event != 'last' ORDER BY ALL`);
  /** Waits until the log is empty. */
  const drained = async () => {
    const waiting = () =>
      Promise.all([0, 1, 2, 3].map((n) => pipeline.redis.xlen(`tidemark:ingest:{${n}}`)));
    await waitUntil(async () => expect(await waiting()).toEqual([0, 0, 0, 0]));
  };

  it('are applied before persons, sessions and first-touch properties are computed', async () => {
    await send(
      { event: 'noise' },
      { event: 'sampled' },
      {
        event: 'old',
        distinct_id: ANN,
        ip: '10.0.0.1',
        properties: {
          secret: 'top secret',
          $current_url: `https://x.test/?u=${ANN}`,
          $set: { email: ANN, card: 4111111111111111 },
        },
      },
    );
    await drained();
    const [row] = await events('event, distinct_id, properties_text, toString(person_properties)');
    const [event, id, properties, person] = row as [string, string, string, string];
    expect(event).toBe('new');
    expect(id).toMatch(/^\[hash:[0-9a-f]{32}\]$/);
    expect(JSON.parse(properties)).toMatchObject({
      secret: '[redacted]',
      env: 'eu',
      $current_url: 'https://x.test/?u=[email]',
    });
    expect(JSON.parse(person)).toMatchObject({
      email: '[email]',
      card: '[card]',
      env: 'eu',
      $initial_current_url: 'https://x.test/?u=[email]',
    });
    expect(await events('event')).toEqual([['new']]);
    const persons = await pipeline.database.db.selectFrom('persons').selectAll().execute();
    expect(JSON.stringify(persons)).not.toContain('ann');
  });

  it('apply to warnings, recordings and dead letters', async () => {
    await send(
      { event: 'paid', distinct_id: ANN },
      { event: 'e', distinct_id: ANN, properties: { $session_id: `s ${ANN}` } },
      { event: 'rejected', distinct_id: ANN, properties: { secret: 'top secret', note: ANN } },
    );
    const common = { team_id: 1, distinct_id: ANN, v: 1 } as const;
    await pipeline.send({
      ...{ ...common, kind: 'warning', uuid: '01900000-0000-7000-8000-000000000001', count: 1 },
      ...{ type: 'event_name_too_long', severity: 'error', timestamp: NOW },
      details: { event: `to ${ANN}`, distinctId: ANN },
    });
    const count = { click_count: 0, keypress_count: 0, mouse_activity_count: 0, size: 1 };
    await pipeline.send({
      ...{ ...common, ...count, kind: 'replay', uuid: '01900000-0000-7000-8000-000000000002' },
      ...{ session_id: 's', start: NOW, end: NOW, urls: [`https://x.test/${ANN}`] },
      ...{ active_milliseconds: 0, console_log_count: 1, console_warn_count: 0 },
      ...{ console_error_count: 0, event_count: 1, snapshot_source: 'web', snapshot_library: 'w' },
      console: [{ level: 'info', timestamp: NOW, message: `sent to ${ANN}` }],
    });
    await drained();
    const letters = createDeadLetters(pipeline.redis);
    const { letters: found } = await letters.list(10);
    expect(found).toHaveLength(1);
    expect(JSON.parse(found[0]!.raw)).toMatchObject({
      event: 'rejected',
      properties: { secret: '[redacted]', note: '[email]', env: 'eu' },
    });
    const types = await pipeline.rows('SELECT type FROM ingestion_warnings FINAL ORDER BY type');
    expect(types.flat()).toEqual([
      ...['event_name_too_long', 'event_rejected_by_store', 'event_schema_dropped'],
      'invalid_event_session_id',
    ]);
    for (const table of ['ingestion_warnings', 'session_replay_events', 'log_entries', 'events']) {
      const rows = JSON.stringify(await pipeline.rows(`SELECT * FROM ${table}`));
      expect([table, rows.length > 10, rows.includes('ann@'), rows.includes('top secret')]).toEqual(
        [...[table, true, false, false]],
      );
    }
    for (const key of await pipeline.redis.keys('*')) {
      if ((await pipeline.redis.type(key)) !== 'stream') continue;
      expect(JSON.stringify(await pipeline.redis.xrange(key, '-', '+'))).not.toContain('ann@');
    }
  });

  it('count their results in the metrics', async () => {
    await send({ event: 'noise' });
    await drained();
    const response = await fetch(`http://127.0.0.1:${worker.port}/metrics`);
    const text = await response.text();
    expect(text).toMatch(/ingest_rule_events_total\{kind="drop",result="dropped"[^}]*\} [1-9]/);
    expect(text).toMatch(/ingest_rule_events_total\{kind="redact",result="changed"[^}]*\} [1-9]/);
  });

  it('keep events in the log while the key is missing', async () => {
    await worker.stop();
    const keyless = await start(workerConfig(urls));
    await send({ event: 'held' });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await pipeline.rows(`SELECT 1 FROM events WHERE event = 'held'`)).toEqual([]);
    await keyless.stop();
    worker = await start(workerConfig(urls, { INGESTION_RULES_KEY: KEY }));
    await waitUntil(async () =>
      expect(await pipeline.rows(`SELECT 1 FROM events WHERE event = 'held'`)).toHaveLength(1),
    );
  });
});
