import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { Pipeline, StoreUrls } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';

const MAIN = join(__dirname, '../dist/main.js');
const LEASE_MS = 500;
const USERS = 40;
const STALLS = 5;

/** Needs the built service: the workers have to be processes that can be stopped and woken. */
describe('two workers, of which one stalls until its lease has expired and then continues', () => {
  let urls: StoreUrls;
  let pipeline: Pipeline;
  const workers: ChildProcess[] = [];

  beforeAll(async () => {
    if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: build first`);
    urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    workers.push(startWorker(), startWorker());
  });
  afterAll(async () => {
    await Promise.all(
      workers.map(async (worker) => {
        const gone = once(worker, 'exit');
        worker.kill('SIGKILL');
        await gone;
      }),
    );
    await pipeline.close();
  });

  const startWorker = (): ChildProcess => {
    const config = workerConfig(urls, { INGEST_LEASE_MS: LEASE_MS, INGEST_RANGE_SIZE: 200 });
    const env = Object.fromEntries(
      Object.entries(config).map(([name, value]) => [name, String(value)]),
    );
    return spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'ignore',
    });
  };
  const stored = async (): Promise<unknown[]> =>
    (await pipeline.rows('SELECT count(), uniqExact(uuid) FROM events'))[0] ?? [];

  it('store every event once, and the newest value of every property', async () => {
    let sent = 0;
    const stalling = new AbortController();
    const sending = (async (): Promise<void> => {
      while (!stalling.signal.aborted || sent % USERS !== 0) {
        await pipeline.send(
          ...Array.from({ length: 20 }, () => {
            const n = sent++;
            return entryOf({
              distinct_id: `user-${n % USERS}`,
              properties: { n, $set: { last: n } },
            });
          }),
        );
        await sleep(10);
      }
    })();
    await waitUntil(async () => expect(Number((await stored())[0])).toBeGreaterThan(100));
    for (let stall = 0; stall < STALLS; stall += 1) {
      await sleep(Math.random() * 300);
      const worker = workers[stall % workers.length];
      worker?.kill('SIGSTOP');
      await sleep(2 * LEASE_MS);
      // The other worker now holds all partitions and processes the range of the stalled worker.
      worker?.kill('SIGCONT');
      await sleep(300);
    }
    stalling.abort();
    await sending;

    await waitUntil(async () => expect((await stored())[1]).toBe(sent), 90_000, 200);
    // If a worker stalls within an insert, its events may be stored twice until it removes the copies.
    await waitUntil(async () => expect(await stored()).toEqual([sent, sent]), 30_000, 200);
    const last = Object.fromEntries(
      Array.from({ length: USERS }, (_, user) => [`user-${user}`, sent - USERS + user]),
    );
    const truth = await pipeline.database.db
      .selectFrom('person_distinct_ids as d')
      .innerJoin('persons as p', 'p.id', 'd.person_id')
      .select(['d.distinct_id', 'p.properties'])
      .execute();
    expect(
      Object.fromEntries(truth.map((row) => [row.distinct_id, row.properties['last']])),
    ).toEqual(last);
    await waitUntil(async () => {
      const published = await pipeline.rows(`
        SELECT d.distinct_id, toInt64(JSONExtractInt(argMax(p.properties_text, p.version), 'last'))
        FROM person p JOIN person_distinct_id d ON d.person_id = p.id GROUP BY d.distinct_id`);
      expect(Object.fromEntries(published.map(([id, value]) => [id, Number(value)]))).toEqual(last);
    });
  });
});
