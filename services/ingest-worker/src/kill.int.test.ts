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
const EVENTS = 6_000;
const USERS = 300;
const KILLS = 5;

/** Needs the built service: the worker has to be a process that can be killed. */
describe('kill -9', () => {
  let urls: StoreUrls;
  let pipeline: Pipeline;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: build first`);
    urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    // Merges would remove duplicates before they are counted.
    await pipeline.clickhouse.command('SYSTEM STOP MERGES events');
  });
  afterAll(async () => {
    await killWorker();
    await pipeline.close();
  });

  const startWorker = (): void => {
    const env = Object.fromEntries(
      Object.entries(workerConfig(urls, { INGEST_LEASE_MS: 500, INGEST_RANGE_SIZE: 400 })).map(
        ([name, value]) => [name, String(value)],
      ),
    );
    child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'ignore',
    });
  };
  const killWorker = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };

  it('loses no event and stores no event twice', async () => {
    // The earlier events of each user are anonymous, with another id. The ids are merged after half of the events.
    const entries = Array.from({ length: EVENTS }, (_, i) => {
      const user = i % USERS;
      const late = i >= EVENTS / 2;
      const joins = i >= EVENTS / 2 && i < EVENTS / 2 + USERS;
      return entryOf({
        event: joins ? '$identify' : 'e',
        distinct_id: late ? `user-${user}` : `anon-${user}`,
        properties: {
          n: i,
          $set: { [late ? 'late' : 'early']: i },
          ...(joins ? { $anon_distinct_id: `anon-${user}` } : {}),
        },
      });
    });
    const sending = (async (): Promise<void> => {
      for (let at = 0; at < EVENTS; at += 100) {
        await pipeline.send(...entries.slice(at, at + 100));
        await sleep(40);
      }
    })();
    const stored = async (): Promise<number> =>
      Number((await pipeline.rows('SELECT uniqExact(uuid) FROM events'))[0]?.[0]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      startWorker();
      const before = await stored();
      // Waits for new rows, so that the worker is killed while it processes events and not while it starts.
      await waitUntil(async () => expect(await stored()).toBeGreaterThan(before));
      await sleep(Math.random() * 150);
      await killWorker();
    }
    await sending;
    startWorker();
    await waitUntil(async () => expect(await stored()).toBe(EVENTS), 60_000, 200);

    const [counts] = await pipeline.rows('SELECT count(), uniqExact(uuid) FROM events');
    expect(counts).toEqual([EVENTS, EVENTS]);
    const sent = new Set(entries.map((entry) => entry.uuid));
    const found = await pipeline.rows('SELECT toString(uuid) FROM events');
    expect(found.filter(([uuid]) => !sent.has(uuid as string))).toEqual([]);

    // Persons in ClickHouse must equal those in Postgres, although publishing was interrupted several times.
    await waitUntil(
      async () => {
        const open = await pipeline.database.db
          .selectFrom('identity_outbox')
          .select('id')
          .execute();
        expect(open).toEqual([]);
      },
      60_000,
      200,
    );
    const truth = await pipeline.database.db
      .selectFrom('persons')
      .select(['id', 'version', 'properties'])
      .orderBy('id')
      .execute();
    expect(truth).toHaveLength(USERS);
    const published = await pipeline.rows(`
      SELECT toString(id) AS text, argMax(version, version), argMax(properties_text, version) FROM person
      GROUP BY id HAVING argMax(is_deleted, version) = 0 ORDER BY text`);
    expect(
      published.map(([id, version, text]) => [id, version, JSON.parse(text as string) as unknown]),
    ).toEqual(truth.map(({ id, version, properties }) => [id, version, properties]));
    const [resolved] = await pipeline.rows(`
      SELECT uniqExact(if(notEmpty(o.distinct_id), o.person_id, e.person_id))
      FROM events e LEFT JOIN (
        SELECT distinct_id, argMax(person_id, version) AS person_id
        FROM person_distinct_id_overrides GROUP BY distinct_id
      ) o ON o.distinct_id = e.distinct_id`);
    expect(resolved).toEqual([USERS]);
  });
});
