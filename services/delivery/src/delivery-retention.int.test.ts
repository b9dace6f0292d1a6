import { createDeliveryWork } from '@tidemark/postgres';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

const DAY_MS = 86_400_000;
const EVENT = '00000000-0000-4000-8000-00000000aaaa';

let world: World;

// No delivery service runs.
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Records a delivery in a state since some days. */
async function delivery(
  destination: string,
  state: 'waiting' | 'delivered' | 'failed',
  daysAgo: number,
): Promise<string> {
  const id = await world.note(destination, EVENT);
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  await world.database.db
    .updateTable('deliveries')
    .set({ state, created_at: at, finished_at: state === 'waiting' ? null : at })
    .where('id', '=', id)
    .execute();
  return id;
}

const kept = async (destination: string) =>
  (await world.run(destination)).map(({ id, state }) => [id, state]).sort();

it('removes successful deliveries after days, and failed ones after weeks', async () => {
  const destination = await world.destination({ templateId: 'template-webhook' });
  const work = createDeliveryWork(world.database);
  await delivery(destination, 'delivered', 8);
  await delivery(destination, 'failed', 31);
  const recent = await delivery(destination, 'delivered', 6);
  const failed = await delivery(destination, 'failed', 29);
  const waiting = await delivery(destination, 'waiting', 40);
  const [week, month] = [7, 30].map((days) => new Date(Date.now() - days * DAY_MS));
  expect(await work.prune(week!, month!)).toEqual({ count: 2, hasMore: false });
  expect(await kept(destination)).toEqual(
    [
      [recent, 'delivered'],
      [failed, 'failed'],
      [waiting, 'waiting'],
    ].sort(),
  );
});

it('fails deliveries that have waited for too long, and names their destinations once', async () => {
  const destination = await world.destination({ templateId: 'template-webhook' });
  const work = createDeliveryWork(world.database);
  await work.expire(new Date());
  for (let count = 0; count < 3; count += 1) await delivery(destination, 'waiting', 2);
  const young = await world.note(destination, EVENT);
  expect(await work.expire(new Date(Date.now() - DAY_MS))).toEqual({
    count: 3,
    hasMore: false,
    destinations: [{ destinationId: destination, projectId: 1, actionId: null }],
  });
  const states = (await kept(destination)).map(([id, state]) => [id === young, state]);
  expect(states.sort()).toEqual([
    [false, 'failed'],
    [false, 'failed'],
    [false, 'failed'],
    [true, 'waiting'],
  ]);
});
