import { randomUUID } from 'node:crypto';
import type { RunningService } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '.';
import type { Pipeline } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';

let pipeline: Pipeline;
let worker: RunningService;
let urls: Awaited<ReturnType<typeof createIsolatedStores>>;

beforeAll(async () => {
  urls = await createIsolatedStores();
  pipeline = await openPipeline(urls);
  // Merges remove copies, so that they could not be counted.
  await pipeline.clickhouse.command('SYSTEM STOP MERGES events');
  worker = await start(workerConfig(urls));
  await send(entryOf());
});
afterAll(async () => {
  await worker.stop();
  await pipeline.close();
});

/** Sends events, and waits until the worker has finished them: until it has stored an event that is sent later. */
async function send(...entries: Parameters<Pipeline['send']>[0][]): Promise<void> {
  for (const entry of entries) await pipeline.send(entry);
  const last = entryOf({ event: `last ${randomUUID()}` });
  await pipeline.send(last);
  await waitUntil(async () => {
    expect(await countOf(last.event)).toBe(1);
  });
}

async function countOf(event: string): Promise<number> {
  const [row] = await pipeline.rows(`SELECT count() FROM events WHERE event = '${event}'`);
  return Number(row?.[0]);
}

it('stores an event once, whether it is looked up or not', async () => {
  const known = entryOf({ event: 'known', earliest_copy: Date.now() });
  const unknown = entryOf({ event: 'unknown' });
  await send(known, unknown);
  await send(known, unknown, known);
  expect([await countOf('known'), await countOf('unknown')]).toEqual([1, 1]);
});

it('looks up an event that an earlier owner of its partition may have stored', async () => {
  const known = entryOf({ event: 'restarted', earliest_copy: Date.now() });
  await send(known);
  await worker.stop();
  worker = await start(workerConfig(urls));
  await send(known);
  expect(await countOf('restarted')).toBe(1);
});

it('does not look up an event that did not exist when the partition was claimed', async () => {
  // No worker has stored these rows, so that the worker finds them only by a look-up.
  const insert = (uuid: string) =>
    pipeline.clickhouse.command(`
      INSERT INTO events (uuid, event, timestamp, team_id, distinct_id, created_at, person_id, person_created_at)
      VALUES ('${uuid}', 'inserted', '2026-01-02 03:04:05', 1, 'd', now64(6), generateUUIDv4(), now64(3))`);
  const [first, second] = [entryOf({ event: 'inserted' }), entryOf({ event: 'inserted' })];
  await insert(first.uuid);
  await insert(second.uuid);
  await send(first);
  expect(await countOf('inserted')).toBe(2);
  await send({ ...second, earliest_copy: Date.now() });
  expect(await countOf('inserted')).toBe(3);
});
