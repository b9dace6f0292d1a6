import { sql } from 'kysely';
import { createDeliveryWork } from './delivery-work';
import { explain } from '../test-support/explain';
import { PROJECT, repositoryScene } from '../test-support/repository-scene';

const scene = repositoryScene();
/** The number of destinations of the first project; each has 50 finished and 100 waiting deliveries. */
const DESTINATIONS = 2_000;

/** The id of a destination whose place in the order of ids is `place`. */
const idAt = (place: number): string =>
  `${place.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** Writes deliveries to the destinations of the places, all of which are due. */
const fill = (projectId: number, places: { readonly from: number; readonly to: number }) =>
  sql`
    INSERT INTO deliveries (id, project_id, destination_id, event_uuid, event_name, distinct_id, event_at,
      due_at, state, finished_at)
    SELECT gen_random_uuid(), ${projectId}, (lpad(to_hex(place), 8, '0') || '-0000-4000-8000-000000000000')::uuid,
      gen_random_uuid(), 'paid', 'ann', now(), now() - number * interval '1 second',
      CASE WHEN number <= 100 THEN 'waiting' ELSE 'delivered' END, CASE WHEN number > 100 THEN now() END
    FROM generate_series(${places.from}::int, ${places.to}::int) place, generate_series(1, 150) number`.execute(
    scene.database.db,
  );

beforeAll(async () => {
  await fill(PROJECT, { from: 1, to: DESTINATIONS });
  await fill(scene.other, { from: DESTINATIONS + 1, to: DESTINATIONS + 3 });
  await sql`VACUUM ANALYZE deliveries`.execute(scene.database.db);
}, 120_000);

it('each due destination has its turn, however many have smaller ids', async () => {
  const work = createDeliveryWork(scene.database);
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const page: readonly { destinationId: string }[] = await work.listDue(1_000, after);
    found.push(...page.map(({ destinationId }) => destinationId).sort());
    if (page.length < 1_000) break;
    after = found.at(-1) ?? null;
  }
  expect(found).toEqual(Array.from({ length: DESTINATIONS + 3 }, (_, at) => idAt(at + 1)));
});

it('a page has the projects in turn', async () => {
  const work = createDeliveryWork(scene.database);
  const page = await work.listDue(1_000, idAt(DESTINATIONS - 5));
  expect(page.map(({ destinationId }) => destinationId)).toEqual(
    [-4, 1, -3, 2, -2, 3, -1, 0].map((place) => idAt(DESTINATIONS + place)),
  );
  expect(page[1]).toEqual({
    destinationId: idAt(DESTINATIONS + 1),
    isFailing: false,
    isSlow: false,
  });
});

it('omits destinations whose breaker is open, and marks failing ones', async () => {
  const work = createDeliveryWork(scene.database);
  const [paused, failing] = [idAt(DESTINATIONS - 1), idAt(DESTINATIONS)];
  for (const destinationId of [paused, failing]) {
    await work.noteFailure({ projectId: PROJECT, destinationId }, 'no response');
  }
  await work.open(paused, new Date(Date.now() + 60_000));
  const page = await work.listDue(10, idAt(DESTINATIONS - 2));
  expect(page.map(({ destinationId }) => destinationId)).not.toContain(paused);
  expect(page.filter(({ isFailing }) => isFailing)).toMatchObject([{ destinationId: failing }]);
});

it('marks slow destinations for some minutes, and removes expired marks', async () => {
  const work = createDeliveryWork(scene.database);
  const slow = idAt(1);
  const isSlow = async () => [
    (await work.listDue(1, null))[0]?.isSlow,
    (await work.breaker(slow)).isSlow,
  ];
  const marks = () => scene.database.db.selectFrom('slow_destinations').selectAll().execute();
  expect(await isSlow()).toEqual([false, false]);
  await work.noteSlow({ destinationId: slow, projectId: PROJECT });
  await work.pruneSlow();
  expect(await isSlow()).toEqual([true, true]);
  await sql`UPDATE slow_destinations SET slow_until = now() - interval '1 second'`.execute(
    scene.database.db,
  );
  expect(await isSlow()).toEqual([false, false]);
  expect(await marks()).toHaveLength(1);
  await work.pruneSlow();
  expect(await marks()).toEqual([]);
});

it('counts a large backlog up to a limit', async () => {
  // 200,300 deliveries are waiting.
  expect(await createDeliveryWork(scene.database).countDeliveries()).toEqual({
    waiting: 100_000,
    failed: 0,
  });
});

it('reads a page of a large table with a few look-ups in an index', async () => {
  const [plan = ''] = await explain(scene.database, (database) =>
    createDeliveryWork(database).listDue(1_000, idAt(10)),
  );
  const scans = [...plan.matchAll(/Scan using (\S+) on deliveries/g)].map(([, index]) => index);
  expect(plan).not.toContain('Seq Scan on deliveries');
  expect(scans).toEqual(['deliveries_due', 'deliveries_due', 'deliveries_due']);
  // About four blocks in each of two look-ups per destination; the table has more than 300,000 rows.
  const blocks = /Buffers: shared hit=(\d+)/.exec(plan)?.[1];
  expect(Number(blocks)).toBeLessThan(12_000);
});
