import type { LoggedEventV1 } from '@tidemark/contracts';
import type { RunningService } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import fc from 'fast-check';
import { start } from './start';
import type { Pipeline } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';

const HISTORIES = 40;
/** The number of runs with the same events, each in another order. */
const ORDERS = 3;
const OWNER: Readonly<Record<string, string>> = { d1: 'u1', d2: 'u1', d3: 'u2' };
const DEVICES = Object.keys(OWNER);
const BASE = Date.UTC(2026, 0, 1);

const steps = fc.record({
  kind: fc.constantFrom(
    ...['plain', 'plain', 'plain', 'personless', '$exception'],
    ...['$identify', '$create_alias', '$merge_dangerously'],
  ),
  id: fc.constantFrom(...DEVICES, 'u1', 'u2'),
  device: fc.constantFrom(...DEVICES),
  seconds: fc.integer({ min: 0, max: 6 }),
  place: fc.integer({ min: 0, max: 2 }),
  url: fc.constantFrom(undefined, 'a', 'b', 'c'),
  plan: fc.constantFrom(undefined, 'x', 'y'),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

function entryOfStep({ kind, ...step }: Step, index: number): Partial<LoggedEventV1> {
  const merges = kind.startsWith('$') && kind !== '$exception';
  const amongUsers = kind === '$merge_dangerously';
  const distinctId = amongUsers ? 'u1' : merges ? (OWNER[step.device] ?? '') : step.id;
  return {
    uuid: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    event: kind,
    distinct_id: distinctId,
    timestamp: new Date(BASE + step.seconds * 1_000).toISOString(),
    ...(step.place > 0 && { place: step.place }),
    properties: {
      ...(step.url !== undefined && { $current_url: step.url }),
      ...(step.plan !== undefined && { $set_once: { plan: step.plan } }),
      ...(kind === 'personless' && { $process_person_profile: false }),
      ...(kind === '$identify' && { $anon_distinct_id: step.device }),
      ...(kind === '$create_alias' && { alias: step.device }),
      ...(amongUsers && { alias: 'u2' }),
    },
  };
}

/** Two workers share four partitions: only the clock decides which one processes a person first. */
describe('first touch under several workers', () => {
  let pipeline: Pipeline;
  const workers: RunningService[] = [];
  beforeAll(async () => {
    const urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    for (let n = 0; n < 2; n += 1) {
      workers.push(await start(workerConfig(urls, { INGEST_RANGE_SIZE: 40 })));
    }
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await pipeline.close();
  });

  /** The ids that share a person, and its first-touch properties. */
  const people = async (team: number) => {
    const ids = await pipeline.database.db
      .selectFrom('person_distinct_ids')
      .select(['distinct_id', 'person_id'])
      .where('project_id', '=', team)
      .orderBy('distinct_id')
      .execute();
    const persons = await pipeline.database.db
      .selectFrom('persons')
      .selectAll()
      .where('project_id', '=', team)
      .execute();
    return persons
      .map(({ id, properties, created_at, is_identified }) => ({
        ids: ids.filter((row) => row.person_id === id).map((row) => row.distinct_id),
        created_at,
        is_identified,
        first: Object.fromEntries(
          Object.entries(properties).filter(([key]) => key !== '$current_url'),
        ),
      }))
      .sort((a, b) => (a.ids.join() < b.ids.join() ? -1 : 1));
  };

  it('is the same in any order of the events', async () => {
    const histories = fc
      .sample(fc.array(steps, { minLength: 4, maxLength: 16 }), HISTORIES)
      .map((history) => history.map(entryOfStep));
    const streams = histories.flatMap((entries, history) =>
      fc
        .sample(
          fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
          ORDERS,
        )
        .map((order, n) => ({ team: 1 + history * ORDERS + n, order })),
    );
    for (let at = 0; streams.some(({ order }) => at < order.length); at += 2) {
      await pipeline.send(
        ...streams.flatMap(({ team, order }) =>
          order.slice(at, at + 2).map((entry) => entryOf({ team_id: team, ...entry })),
        ),
      );
    }
    const events = streams.reduce((sum, { order }) => sum + order.length, 0);
    const count = 'SELECT toUInt32(uniqExact(team_id, uuid)) FROM events';
    await waitUntil(async () => expect(await pipeline.rows(count)).toEqual([[events]]));
    let persons = 0;
    for (let history = 0; history < HISTORIES; history += 1) {
      const [first, ...others] = await Promise.all(
        Array.from({ length: ORDERS }, (_, n) => people(1 + history * ORDERS + n)),
      );
      persons += first?.length ?? 0;
      for (const other of others) expect(other).toEqual(first);
    }
    expect(persons).toBeGreaterThan(HISTORIES);
  });
});
