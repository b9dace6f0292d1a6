import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger, createMetrics } from '@tidemark/platform';
import type { JobConsumer } from '@tidemark/queues';
import { createQueueMetrics, createSquashConsumer, requestSquash } from '@tidemark/queues';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { runSquash } from './run-squash';
import { createSquashMetrics } from './squash-metrics';
import { startSquash } from './start-squash';

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 60_000;
const logger = createLogger('test', 'silent');
const person = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

describe('squash of person overrides by workers', () => {
  let urls: Awaited<ReturnType<typeof createIsolatedStores>>;
  let clickhouse: ClickHouse;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    urls = await createIsolatedStores();
    clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  });
  beforeEach(async () => {
    await clickhouse.command('TRUNCATE TABLE events');
    await clickhouse.command('TRUNCATE TABLE person_distinct_id_overrides');
    await clickhouse.insertJsonEachRow('events', [
      { team_id: 1, distinct_id: 'anonymous', person_id: person(1), ...EVENT },
      { team_id: 1, distinct_id: 'user', person_id: person(2), ...EVENT },
    ]);
    await clickhouse.insertJsonEachRow('person_distinct_id_overrides', [
      {
        ...{ team_id: 1, distinct_id: 'anonymous', person_id: person(2), version: 1 },
        inserted_at: '2026-01-02 00:00:00',
      },
    ]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((worker) => worker.close()));
  });
  afterAll(() => clickhouse.close());

  const EVENT = {
    uuid: '01900000-0000-7000-8000-000000000000',
    event: 'e',
    ...{ timestamp: '2026-01-01 00:00:00', created_at: '2026-01-01 00:00:00' },
    person_created_at: '2026-01-01 00:00:00',
  };
  const rows = async (sql: string) => (await clickhouse.query({ name: 'test', sql })).rows;
  const stored = () => rows('SELECT distinct_id, toString(person_id) FROM events ORDER BY 1');
  const resolved = () =>
    rows(`
      SELECT e.distinct_id, toString(if(notEmpty(o.distinct_id), o.person_id, e.person_id))
      FROM events e LEFT JOIN person_distinct_id_overrides o USING (team_id, distinct_id)
      ORDER BY 1`);
  const overrides = () => rows('SELECT distinct_id FROM person_distinct_id_overrides');
  const request = () => requestSquash({ redisUrl: urls.redis, timeoutMs: TIMEOUT_MS, logger });
  const consume = (squash: Parameters<typeof createSquashConsumer>[0]['squash'], everyMs = 0) => {
    const consumer: JobConsumer = createSquashConsumer({
      redisUrl: urls.redis,
      everyMs,
      logger,
      metrics: createQueueMetrics(createMetrics('test')),
      squash,
    });
    open.push(consumer);
  };
  const squashDeps = (metrics = createMetrics('test')) => ({
    clickhouse,
    topology: { kind: 'single' } as const,
    afterMs: 48 * HOUR_MS,
    now: () => new Date('2026-01-10T00:00:00Z'),
    isStopping: () => false,
    metrics: createSquashMetrics(metrics),
    logger,
  });

  it('folds on request and returns the number of folded rows', async () => {
    const metrics = createMetrics('test');
    open.push(
      startSquash({
        config: {
          REDIS_URL: urls.redis,
          CLICKHOUSE_URL: urls.clickhouse,
          SQUASH_EVERY_HOURS: 0,
          SQUASH_AFTER_HOURS: 48,
        },
        metrics,
        queueMetrics: createQueueMetrics(metrics),
        logger,
      }),
    );
    expect(await request()).toEqual({ folded: 1, seconds: expect.any(Number) as number });
    expect(await stored()).toEqual([
      ['anonymous', person(2)],
      ['user', person(2)],
    ]);
    expect(await overrides()).toEqual([]);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/squash_runs_total\{[^}]*outcome="completed"[^}]*\} 1/);
    expect(text).toMatch(/squash_folded_overrides_total\{[^}]*\} 1/);
    expect(text).toMatch(/squash_seconds_count\{[^}]*\} 1/);
  });

  it('runs one at a time, whichever of two workers takes it', async () => {
    let running = 0;
    let most = 0;
    const takers = new Set<number>();
    const deps = squashDeps();
    for (const worker of [1, 2]) {
      consume(async () => {
        running += 1;
        most = Math.max(most, running);
        takers.add(worker);
        const report = await runSquash(deps).finally(() => (running -= 1));
        return report;
      });
    }
    const reports = await Promise.all(Array.from({ length: 6 }, () => request()));
    expect(most).toBe(1);
    expect(reports.reduce((sum, { folded }) => sum + folded, 0)).toBe(1);
    expect(await overrides()).toEqual([]);
    expect(takers.size).toBeGreaterThan(0);
  });

  it('leaves correct responses when it dies half way, and continues with the next run', async () => {
    const before = await resolved();
    const metrics = createMetrics('test');
    let broken = true;
    const halfWay: ClickHouse = {
      ...clickhouse,
      command: (sql, options) =>
        broken && sql.includes('DELETE')
          ? Promise.reject(new Error('the engine is gone'))
          : clickhouse.command(sql, options),
    };
    const deps = { ...squashDeps(metrics), clickhouse: halfWay };
    consume(() => runSquash(deps));
    await expect(request()).rejects.toThrow('the engine is gone');
    expect(await overrides()).toEqual([['anonymous']]);
    expect(await resolved()).toEqual(before);
    expect(await metrics.registry.metrics()).toMatch(/squash_runs_total\{[^}]*"failed"[^}]*\} 1/);
    broken = false;
    expect((await request()).folded).toBe(1);
    expect(await overrides()).toEqual([]);
    expect(await resolved()).toEqual(before);
  });

  it('is scheduled once for all workers, and tried again after a failure', async () => {
    let runs = 0;
    for (const worker of [1, 2]) {
      consume(() => {
        runs += 1;
        if (runs === 1) throw new Error(`worker ${worker} fails first`);
        return Promise.resolve({ folded: 0, seconds: 0 });
      }, 1_000);
    }
    await waitUntil(() => expect(runs).toBeGreaterThan(1), TIMEOUT_MS);
    await Promise.all(open.splice(0).map((worker) => worker.close()));
    // Zero hours remove the schedule.
    consume(() => Promise.resolve({ folded: 7, seconds: 0 }), 0);
    expect((await request()).folded).toBe(7);
  });

  it('keeps its turn when a worker starts again', async () => {
    let runs = 0;
    const start = () =>
      consume(() => {
        runs += 1;
        return Promise.resolve({ folded: 0, seconds: 0 });
      }, HOUR_MS);
    start();
    await waitUntil(() => expect(runs).toBe(1), TIMEOUT_MS);
    await Promise.all(open.splice(0).map((worker) => worker.close()));
    start();
    await request();
    // The request was the only job: the next turn is in an hour.
    expect(runs).toBe(2);
    consume(() => Promise.resolve({ folded: 0, seconds: 0 }), 0);
    await request();
  });

  it('withdraws a request that no worker takes', async () => {
    const nobody = requestSquash({ redisUrl: urls.redis, timeoutMs: 300, logger });
    await expect(nobody).rejects.toThrow('no query-worker has started the squash');
    let runs = 0;
    consume(() => {
      runs += 1;
      return Promise.resolve({ folded: 0, seconds: 0 });
    });
    await request();
    expect(runs).toBe(1);
  });
});
