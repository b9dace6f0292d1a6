import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { explain } from '../test-support/explain';
import { PROJECT, repositoryScene } from '../test-support/repository-scene';
import { createDeliveryLog } from './delivery-log';
import type { DeliveryOutcome } from './delivery-work';
import { createDeliveryWork } from './delivery-work';
import { recordDeliveries } from './record-deliveries';

const scene = repositoryScene();
const HOUR_MS = 3_600_000;
const BUSY = randomUUID();
/** The number of delivered deliveries of the busy destination. */
const DELIVERED = 120_000;

const attempt = {
  startedAt: new Date(),
  durationMs: 5,
  isSuccess: false,
  ...{ status: 500, request: null, response: null, error: 'status 500' },
};

const record = (destinationId: string, count: number) =>
  recordDeliveries(
    scene.database,
    Array.from({ length: count }, () => ({
      id: randomUUID(),
      projectId: PROJECT,
      destinationId,
      actionId: null,
      eventUuid: randomUUID(),
      eventName: 'paid',
      distinctId: 'ann',
      eventAt: new Date(),
    })),
  );

/** Claims due deliveries of a destination and finishes them with these outcomes. */
async function finish(destinationId: string, outcomes: readonly DeliveryOutcome[]) {
  const work = createDeliveryWork(scene.database);
  const claimed = await work.claim(destinationId, outcomes.length, 60_000);
  expect(claimed).toHaveLength(outcomes.length);
  await work.finish(
    outcomes.flatMap((outcome, at) => {
      const delivery = claimed[at];
      return delivery === undefined ? [] : [{ delivery, attempt, outcome }];
    }),
  );
}

const countsOf = async (destinationId: string, projectId = PROJECT) => {
  const range = { after: new Date(Date.now() - HOUR_MS), before: new Date(Date.now() + HOUR_MS) };
  const counts = await createDeliveryLog(scene.database).counts(projectId, destinationId, {
    ...range,
    unit: 'week',
  });
  const sum = (field: 'delivered' | 'failed') =>
    counts.reduce((total, count) => total + count[field], 0);
  return { delivered: sum('delivered'), failed: sum('failed') };
};

describe('counts', () => {
  it('has each result once, and both results of a delivery that was sent again', async () => {
    const destination = randomUUID();
    await record(destination, 4);
    const later = { state: 'waiting', dueAt: new Date(Date.now() + HOUR_MS) } as const;
    await finish(destination, [
      { state: 'delivered' },
      { state: 'delivered' },
      { state: 'failed' },
    ]);
    await finish(destination, [later]);
    expect(await countsOf(destination)).toEqual({ delivered: 2, failed: 1 });
    expect(await createDeliveryLog(scene.database).replay(PROJECT, destination, null)).toBe(1);
    await finish(destination, [{ state: 'delivered' }]);
    expect(await countsOf(destination)).toEqual({ delivered: 3, failed: 1 });
    expect(await countsOf(destination, scene.other)).toEqual({ delivered: 0, failed: 0 });
  });

  it('has deliveries that waited for too long, and loses old hours only', async () => {
    const work = createDeliveryWork(scene.database);
    const destination = randomUUID();
    await record(destination, 2);
    await work.expire(new Date(Date.now() + HOUR_MS));
    expect(await countsOf(destination)).toEqual({ delivered: 0, failed: 2 });
    await work.pruneCounts(new Date(Date.now() - 2 * HOUR_MS));
    expect(await countsOf(destination)).toEqual({ delivered: 0, failed: 2 });
    await work.pruneCounts(new Date(Date.now() + HOUR_MS));
    expect(await countsOf(destination)).toEqual({ delivered: 0, failed: 0 });
  });
});

describe('a destination with many deliveries', () => {
  const log = () => createDeliveryLog(scene.database);

  beforeAll(async () => {
    await sql`
      INSERT INTO deliveries (id, project_id, destination_id, event_uuid, event_name, distinct_id, event_at,
        state, attempts, created_at, finished_at)
      SELECT gen_random_uuid(), ${PROJECT}, ${BUSY}::uuid, gen_random_uuid(), 'paid', 'ann', now(), 'delivered', 1,
        now() - number * interval '1 second', now() - number * interval '1 second'
      FROM generate_series(1, ${DELIVERED}::int) number`.execute(scene.database.db);
    await sql`
      INSERT INTO deliveries (id, project_id, destination_id, event_uuid, event_name, distinct_id, event_at,
        state, attempts, created_at, due_at)
      VALUES (gen_random_uuid(), ${PROJECT}, ${BUSY}::uuid, gen_random_uuid(), 'retried', 'ann', now(), 'waiting', 3,
        now() - interval '3 days', now() + interval '1 minute')`.execute(scene.database.db);
    await sql`
      INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, outcome)
      SELECT id, attempts, CASE WHEN state = 'waiting' THEN now() ELSE created_at END, 5,
        CASE WHEN state = 'waiting' THEN 'failure' ELSE 'success' END
      FROM deliveries WHERE destination_id = ${BUSY}::uuid`.execute(scene.database.db);
    await sql`VACUUM ANALYZE deliveries`.execute(scene.database.db);
    await sql`VACUUM ANALYZE delivery_attempts`.execute(scene.database.db);
  }, 120_000);

  it('counts its deliveries up to a limit', async () => {
    const page = { limit: 3, offset: 0 };
    const listed = await log().list(PROJECT, BUSY, { page });
    expect(listed.count).toBe(100_000);
    expect(listed.rows).toHaveLength(3);
    const waiting = await log().list(PROJECT, BUSY, { page, state: 'waiting' });
    expect(waiting).toMatchObject({ count: 1, rows: [{ eventName: 'retried' }] });
  });

  it('begins its log with an attempt of an old delivery that was made just now', async () => {
    const attempts = await log().attempts(PROJECT, BUSY, { limit: 50 });
    expect(attempts).toHaveLength(50);
    expect(attempts.slice(0, 2).map(({ number, isSuccess }) => [number, isSuccess])).toEqual([
      [3, false],
      [1, true],
    ]);
    expect(await log().attempts(scene.other, BUSY, { limit: 50 })).toEqual([]);
  });

  it('reads the log with look-ups in indexes', async () => {
    const [plan = ''] = await explain(scene.database, (database) =>
      createDeliveryLog(database).attempts(PROJECT, BUSY, { limit: 50 }),
    );
    expect(plan).not.toContain('Seq Scan');
    const blocks = /Buffers: shared hit=(\d+)/.exec(plan)?.[1];
    expect(Number(blocks)).toBeLessThan(1_000);
  });
});
