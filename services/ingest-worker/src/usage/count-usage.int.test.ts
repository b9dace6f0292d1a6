import { randomUUID } from 'node:crypto';
import { normalizeEvent } from '@tidemark/domain';
import type { Database } from '@tidemark/postgres';
import { addUsage, createUsageRepository } from '@tidemark/postgres';
import { createIsolatedDatabase } from '@tidemark/testing';
import type { KeyedRecord } from '../records/event-row-key';
import { withoutRepeats } from '../records/event-row-key';
import { entryOf } from '../test-support/pipeline';
import { createUsageCounter } from './count-usage';

const DAY = '2026-03-01';
let database: Database;

beforeAll(async () => {
  database = await createIsolatedDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('usage_days').execute();
});

function fresh(partition: number, id: string, name = 'signup', teamId = 1): KeyedRecord {
  const entry = entryOf({
    ...{ team_id: teamId, event: name, uuid: randomUUID(), distinct_id: 'u', properties: {} },
    captured_at: `${DAY}T23:59:59.999Z`,
    timestamp: `${DAY}T10:00:00.000Z`,
  });
  const read = normalizeEvent(entry, { anonymizeIps: false });
  if (read.kind !== 'event') throw new Error('not an event');
  const record = { partition, id, index: 0, of: 1, raw: JSON.stringify(entry) };
  const [keyed] = withoutRepeats([{ record, event: read.event, warnings: [] }]);
  if (keyed === undefined) throw new Error('no record');
  return keyed;
}

async function counted(teamId = 1): Promise<Record<string, number>> {
  const counts = await createUsageRepository(database).list(teamId, '2026-01-01', '2026-12-31');
  return Object.fromEntries(
    counts.map(({ day, resource, count }) => [`${day} ${resource}`, count]),
  );
}

it('counts a range once, although several workers process it', async () => {
  const range = [
    fresh(0, '100-0'),
    fresh(1, '90-0', '$exception'),
    fresh(0, '100-1'),
    fresh(0, '101-0', '$ai_generation', 2),
  ];
  const workers = [1, 2].map(() => createUsageCounter(database, 'redis', () => new Date()));
  await Promise.all(workers.flatMap((worker) => [range, range].map((r) => worker.countEvents(r))));
  expect(await counted()).toEqual({ [`${DAY} events`]: 2, [`${DAY} exceptions`]: 1 });
  expect(await counted(2)).toEqual({ [`${DAY} llm_events`]: 1 });
  // The batch contains a part of the range and later records, as after a crash.
  await workers[0]?.countEvents([...range.slice(2), fresh(0, '1000-0')]);
  expect(await counted()).toMatchObject({ [`${DAY} events`]: 3 });
});

it('counts by the offsets of Kafka, independent of the clock of the producer', async () => {
  const worker = createUsageCounter(database, 'kafka', () => new Date());
  await worker.countEvents([fresh(0, '900-0'), fresh(0, '800-1')]);
  await worker.countEvents([fresh(0, '800-1'), fresh(0, '700-2')]);
  expect(await counted()).toEqual({ [`${DAY} events`]: 3 });
});

it('counts a session of recordings once, on its first day', async () => {
  const of = (session: string, teamId = 1) => ({
    ...{ v: 1 as const, kind: 'replay' as const, team_id: teamId, session_id: session },
  });
  const days = ['2026-03-01', '2026-03-02'].map((day) =>
    createUsageCounter(database, 'redis', () => new Date(`${day}T12:00:00Z`)),
  );
  const entries = [of('a'), of('b'), of('a'), of('a', 2)] as unknown as Parameters<
    ReturnType<typeof createUsageCounter>['countRecordings']
  >[0];
  await Promise.all([days[0]?.countRecordings(entries), days[0]?.countRecordings(entries)]);
  await days[1]?.countRecordings(entries);
  expect([await counted(), await counted(2)]).toEqual([
    { '2026-03-01 recordings': 2 },
    { '2026-03-01 recordings': 1 },
  ]);
});

it('adds up concurrent counts', async () => {
  const one = { projectId: 1, day: DAY, resource: 'feature_flags', count: 3 } as const;
  await Promise.all(Array.from({ length: 10 }, () => addUsage(database.db, [one])));
  expect(await counted()).toEqual({ [`${DAY} feature_flags`]: 30 });
});
