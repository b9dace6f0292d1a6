import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Database, DeletionProgress, EventDeletionRepository } from '@tidemark/postgres';
import {
  bootstrap,
  createDatabase,
  createDeletionProgress,
  createEventDeletionRepository,
  createProjectRepository,
} from '@tidemark/postgres';
import { createProjectLookups } from '@tidemark/query-engine';
import { createIsolatedStores } from '@tidemark/testing';
import { carryOutDeletion } from './delete-events';

const logger = createLogger('test', 'silent');
const by = { projectId: 1, userId: 1 };
const NONE = { events: [], dateFrom: null, dateTo: null, properties: null, condition: null };

let clickhouse: ClickHouse;
let database: Database;
let deletions: EventDeletionRepository;
let progress: DeletionProgress;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await bootstrap(database, { projectApiKey: 'phc_deleted', personalApiKey: 'phx_deleted' });
  deletions = createEventDeletionRepository(database);
  progress = createDeletionProgress(database);
});
afterAll(async () => {
  await Promise.all([clickhouse.close(), database.close()]);
});

const insert = (name: string, count: number, team = 1): Promise<void> =>
  clickhouse.insertJsonEachRow(
    'events',
    Array.from({ length: count }, (_, index) => ({
      ...{ uuid: randomUUID(), event: name, team_id: team, distinct_id: 'd' },
      ...{ person_id: randomUUID(), timestamp: `2026-01-0${1 + (index % 5)} 10:00:00` },
      properties_text: JSON.stringify({ index }),
    })),
  );
const countOf = async (table: string, condition: string): Promise<number> => {
  const sql = `SELECT count() FROM ${table} WHERE ${condition}`;
  const { rows } = await clickhouse.query<[string | number]>({ name: 'test', sql });
  return Number(rows[0]?.[0]);
};
const confirmed = async (filter: object, count: number): Promise<string> => {
  const storedUntil = new Date();
  const totals = { count, firstTimestamp: null, lastTimestamp: null, storedUntil };
  const { id } = await deletions.createDraft(by, { ...NONE, ...filter, ...totals });
  expect(await deletions.confirm(by, id, new Date())).not.toBeNull();
  return id;
};
/** @param onRecord runs after each recorded step */
const carryOut = async (
  onRecord: (step: number) => Promise<void> = () => Promise.resolve(),
  claimedAt = new Date(),
): Promise<void> => {
  const claim = await progress.claim(claimedAt);
  if (claim === null) throw new Error('nothing to claim');
  let step = 0;
  await carryOutDeletion(
    {
      progress: {
        ...progress,
        record: async (...given) => {
          const outcome = await progress.record(...given);
          step += 1;
          await onRecord(step);
          return outcome;
        },
      },
      projects: createProjectRepository(database),
      lookups: createProjectLookups(database),
      readClickhouse: clickhouse,
      clickhouse,
      topology: { kind: 'single' },
      forgetResults: () => Promise.resolve(),
      now: () => new Date(),
      stopping: new AbortController().signal,
      batchSize: 10,
      logger,
    },
    claim,
  );
};

it('deletes in batches, only events of its project that were stored in time', async () => {
  await insert('seen', 25);
  await insert('seen', 5, 2);
  const id = await confirmed({ events: ['seen'] }, 25);
  await insert('seen', 3);
  await carryOut();
  expect(await deletions.findById(1, id)).toMatchObject({
    ...{ status: 'completed', found: 25, deleted: 25, phase: null },
  });
  expect(await countOf('events', "event = 'seen' AND team_id = 1")).toBe(3);
  expect(await countOf('events', "event = 'seen' AND team_id = 2")).toBe(5);
});

it('stops between two batches when it is cancelled; only deleted events are remembered', async () => {
  await insert('cancelled', 25);
  const id = await confirmed({ events: ['cancelled'] }, 25);
  await carryOut(async (step) => {
    // The fourth step is the first deleted batch, after the search for events, the record of their batch and their
    // count.
    if (step === 4) await deletions.cancel(by, id);
  });
  const { status, deleted = 0 } = (await deletions.findById(1, id)) ?? {};
  expect([status, deleted]).toEqual(['cancelled', 20]);
  expect(await countOf('events', "event = 'cancelled'")).toBe(5);
  expect(await countOf('deleted_events', `deletion_id = '${id}'`)).toBe(20);
});

it('is continued by another worker where one has died', async () => {
  await insert('left', 25);
  const id = await confirmed({ events: ['left'] }, 25);
  const dies = carryOut(async (step) => {
    if (step === 4) {
      // Another worker takes the lease, as after its expiry; this worker records nothing more.
      await carryOut(undefined, new Date(Date.now() + 3_600_000));
    }
  });
  await dies;
  expect(await deletions.findById(1, id)).toMatchObject({
    ...{ status: 'completed', found: 25, deleted: 25 },
  });
  expect(await countOf('events', "event = 'left'")).toBe(0);
});

it('fails without deleting when more events match than were confirmed', async () => {
  await insert('more', 4);
  const id = await confirmed({ condition: "event = 'more'" }, 3);
  await carryOut();
  const deletion = await deletions.findById(1, id);
  expect(deletion).toMatchObject({ status: 'failed', deleted: 0 });
  expect(deletion?.error).toContain('4 events match now');
  expect(await countOf('events', "event = 'more'")).toBe(4);
  expect(await countOf('deleted_events', `deletion_id = '${id}'`)).toBe(0);
});

it('fails with the reason when its condition cannot be compiled', async () => {
  const id = await confirmed({ condition: 'no_such_function(event)' }, 1);
  await carryOut();
  const deletion = await deletions.findById(1, id);
  expect(deletion).toMatchObject({ status: 'failed', error: expect.any(String) });
});

it('waits for the deletion of the project that has not ended', async () => {
  const id = await confirmed({ events: ['never sent'] }, 0);
  const draft = { ...NONE, events: ['x'], count: 0, firstTimestamp: null, lastTimestamp: null };
  const next = await deletions.createDraft(by, { ...draft, storedUntil: new Date() });
  expect(await deletions.confirm(by, next.id, new Date())).toBeNull();
  expect(await deletions.cancel(by, id)).toMatchObject({ status: 'cancelled' });
  expect(await deletions.cancel(by, id)).toBeNull();
  expect(await deletions.confirm(by, next.id, new Date())).not.toBeNull();
});
