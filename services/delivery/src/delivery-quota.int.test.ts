import { randomUUID } from 'node:crypto';
import type { NewDelivery } from '@tidemark/postgres';
import {
  createProjectRepository,
  createUsageRepository,
  recordDeliveries,
} from '@tidemark/postgres';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

const PROJECT = 1;
let world: World;
let destinationId: string;

beforeAll(async () => {
  world = await openWorld();
  const inputs = { url: { value: 'http://127.0.0.1:1/' } };
  destinationId = await world.destination({ templateId: 'template-webhook', inputs });
});
afterAll(() => world.close());

const deliveries = (count: number): readonly NewDelivery[] =>
  Array.from({ length: count }, () => ({
    ...{ id: randomUUID(), projectId: PROJECT, destinationId, actionId: null, distinctId: 'ann' },
    ...{ eventUuid: randomUUID(), eventName: 'paid', eventAt: new Date() },
  }));

const month = async () => {
  const first = `${new Date().toISOString().slice(0, 7)}-01`;
  const { used } = await createUsageRepository(world.database).month(PROJECT, first);
  return used.deliveries ?? 0;
};

const stored = async () => {
  const page = { limit: 1, offset: 0 };
  return (await world.log.list(PROJECT, destinationId, { page })).count;
};

it('counts each delivery once, and reports about the project not at all', async () => {
  const three = deliveries(3);
  await recordDeliveries(world.database, three);
  // A worker that was killed records the same ones again.
  await recordDeliveries(world.database, [...three, ...deliveries(1)]);
  expect([await month(), await stored()]).toEqual([4, 4]);

  await recordDeliveries(world.database, deliveries(2), { isCounted: false });
  expect([await month(), await stored()]).toEqual([4, 6]);
});

it('records no further ones while the quota is used up, except reports', async () => {
  const projects = createProjectRepository(world.database);
  const limit = (until: string | null) =>
    projects.update(
      { projectId: PROJECT, userId: null },
      {
        declaredQuotas: [{ resource: 'deliveries', until }],
      },
    );
  const before = await stored();
  await limit(null);
  await recordDeliveries(world.database, deliveries(2));
  expect(await stored()).toBe(before);
  await recordDeliveries(world.database, deliveries(1), { isCounted: false });
  expect(await stored()).toBe(before + 1);

  await limit(new Date(Date.now() - 1_000).toISOString());
  await recordDeliveries(world.database, deliveries(2));
  expect(await stored()).toBe(before + 3);
});
