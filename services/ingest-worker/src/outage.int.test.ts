import { setTimeout as sleep } from 'node:timers/promises';
import { createBreakableProxy, createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '.';
import type { Pipeline, StoreUrls } from './test-support/pipeline';
import { PARTITIONS, entryOf, openPipeline, workerConfig } from './test-support/pipeline';

describe('while a store is unavailable', () => {
  let urls: StoreUrls;
  let pipeline: Pipeline;
  beforeAll(async () => {
    urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
  });
  afterAll(() => pipeline.close());

  const waiting = async (): Promise<number> => {
    const lengths = await Promise.all(
      Array.from({ length: PARTITIONS }, (_, n) => pipeline.redis.xlen(`tidemark:ingest:{${n}}`)),
    );
    return lengths.reduce((sum, length) => sum + length, 0);
  };

  it.each(['clickhouse', 'postgres'] as const)(
    'keeps every event in the log without %s, reports it, and stores all events once it is available',
    async (store) => {
      const proxy = await createBreakableProxy(urls[store]);
      const worker = await start(workerConfig({ ...urls, [store]: proxy.url }));
      const readiness = async (): Promise<{ status: number; checks: Record<string, string> }> => {
        const response = await fetch(`http://127.0.0.1:${worker.port}/_readyz`);
        const body = (await response.json()) as { checks: Record<string, string> };
        return { status: response.status, checks: body.checks };
      };
      const name = `during-${store}`;
      const stored = async (): Promise<unknown[]> =>
        (
          await pipeline.rows(`SELECT count(), uniqExact(uuid) FROM events WHERE event = '${name}'`)
        )[0]!;
      try {
        await waitUntil(async () => expect((await readiness()).status).toBe(200));
        await proxy.cut();
        await pipeline.send(
          ...Array.from({ length: 200 }, (_, i) =>
            entryOf({ event: name, distinct_id: `${store}-${i}`, properties: { $set: { i } } }),
          ),
        );
        await waitUntil(async () => {
          const { status, checks } = await readiness();
          expect(status).toBe(503);
          expect(checks[store]).not.toBe('ok');
        });
        // After several attempts, every event is still in the log.
        await sleep(1_500);
        expect(await waiting()).toBe(200);
        expect(await stored()).toEqual([0, 0]);
        if (store === 'clickhouse') {
          const metric = async (line: RegExp): Promise<number> => {
            const response = await fetch(`http://127.0.0.1:${worker.port}/metrics`);
            return Number(line.exec(await response.text())?.[1]);
          };
          await waitUntil(async () =>
            expect(await metric(/^ingest_failures_total\S* (\d+)$/m)).toBeGreaterThan(6),
          );
          // Each of the two lanes parses its range once, not at each attempt.
          expect(
            await metric(/^ingest_step_seconds_count\{.*step="parse".*\} (\d+)$/m),
          ).toBeLessThanOrEqual(2);
        }

        await proxy.mend();
        await waitUntil(async () => expect(await stored()).toEqual([200, 200]));
        await waitUntil(async () => expect(await waiting()).toBe(0));
        await waitUntil(async () => expect((await readiness()).status).toBe(200));
        const [persons] = await pipeline.rows(
          `SELECT uniqExact(person_id) FROM person_distinct_id WHERE startsWith(distinct_id, '${store}-')`,
        );
        expect(persons).toEqual([200]);
      } finally {
        await worker.stop();
        await proxy.cut();
      }
    },
  );

  it('finishes the current range when it is stopped, and leaves the rest to the next worker', async () => {
    const first = await start(workerConfig(urls, { INGEST_RANGE_SIZE: 50 }));
    const entries = Array.from({ length: 1_000 }, (_, i) =>
      entryOf({ event: 'handed over', distinct_id: `h${i}` }),
    );
    await pipeline.send(...entries);
    await first.stop();
    const left = await waiting();
    const [partly] = await pipeline.rows(`SELECT count() FROM events WHERE event = 'handed over'`);
    expect(Number(partly?.[0]) + left).toBe(1_000);
    const second = await start(workerConfig(urls));
    await waitUntil(async () => {
      const [row] = await pipeline.rows(
        `SELECT count(), uniqExact(uuid) FROM events WHERE event = 'handed over'`,
      );
      expect(row).toEqual([1_000, 1_000]);
    });
    await second.stop();
  });
});
