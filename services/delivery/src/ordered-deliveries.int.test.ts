import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordDeliveries } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

let world: World;
let server: Server;
/** The ids of deliveries in the order of their requests. */
let requests: string[];
/** Ids of deliveries whose next requests fail, with the number of these. */
let failing: Map<string, number>;

beforeAll(async () => {
  world = await openWorld();
  await world.deliver();
});
afterAll(() => world.close());
beforeEach(async () => {
  requests = [];
  failing = new Map();
  server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    requests.push(id);
    const failures = failing.get(id) ?? 0;
    failing.set(id, failures - 1);
    request.resume().on('end', () => response.writeHead(failures > 0 ? 503 : 200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function destination(ordered: boolean): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const inputs = { url: { value: `http://127.0.0.1:${port}/` } };
  return world.destination({ templateId: 'template-webhook', inputs, ordered });
}

/** Records deliveries as the ingest-worker does, in the order of the distinct ids. @returns their ids */
async function note(destinationId: string, distinctIds: readonly string[]): Promise<string[]> {
  const deliveries = [];
  for (const distinctId of distinctIds) {
    deliveries.push({
      ...{ id: randomUUID(), projectId: 1, destinationId, actionId: null, distinctId },
      ...{ eventUuid: await world.recentEvent(), eventName: 'paid', eventAt: new Date() },
    });
  }
  await recordDeliveries(world.database, deliveries);
  return deliveries.map(({ id }) => id);
}

const delivered = (destinationId: string) =>
  world.log.list(1, destinationId, { page: { limit: 1, offset: 0 }, state: 'delivered' });

it('sends the events of a distinct id in their order, which wait for one that fails', async () => {
  const id = await destination(true);
  const ann = await note(
    id,
    Array.from({ length: 12 }, () => 'ann'),
  );
  failing = new Map([
    [ann[0] ?? '', 2],
    [ann[5] ?? '', 1],
  ]);
  const more = await note(id, ['ann', 'ann']);
  await waitUntil(async () => expect((await delivered(id)).count).toBe(14), 30_000);
  // Without the repeated requests, the order is that of the events.
  expect(requests.filter((one, at) => one !== requests[at - 1])).toEqual([...ann, ...more]);
  expect(requests).toHaveLength(17);
});

it('does not hold back the events of others', async () => {
  const id = await destination(true);
  const [first = '', bob = '', second = ''] = await note(id, ['ann', 'bob', 'ann']);
  failing.set(first, 3);
  await waitUntil(async () => expect((await delivered(id)).count).toBe(3), 30_000);
  const last = requests.lastIndexOf(first);
  expect([requests.indexOf(bob) < last, requests.indexOf(second) > last]).toEqual([true, true]);
});

it('does not wait without it', async () => {
  const id = await destination(false);
  const [first = '', second = ''] = await note(id, ['ann', 'ann']);
  failing.set(first, 1);
  await waitUntil(async () => expect((await delivered(id)).count).toBe(2), 30_000);
  expect(requests.indexOf(second)).toBeLessThan(requests.lastIndexOf(first));
});
