import { createHmac } from 'node:crypto';
import { waitUntil } from '@tidemark/testing';
import type { TestReceiver } from './test-support/receiver';
import { startReceiver } from './test-support/receiver';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let world: World;
let receiver: TestReceiver;

beforeAll(async () => {
  world = await openWorld();
  await world.deliver();
});
afterAll(() => world.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const webhook = (more: object = {}) => ({
  templateId: 'template-webhook',
  inputs: { url: { value: `${receiver.url}/hook` }, ...more },
});

it('sends an event that was stored later, signed, under the id of the delivery', async () => {
  const destination = await world.destination(webhook(), { signing_secret: SECRET });
  const id = await world.note(destination, '00000000-0000-4000-8000-00000000aaaa');
  const uuid = await world.event();
  const delivery = await world.note(destination, uuid);
  await waitUntil(() => expect(receiver.requests).toHaveLength(1));
  const [{ method, path, headers, body }] = receiver.requests as [TestReceiver['requests'][0]];
  expect([method, path, headers['webhook-id']]).toEqual(['POST', '/hook', delivery]);
  const signed = `${delivery}.${String(headers['webhook-timestamp'])}.${body}`;
  const mac = createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${mac}`);
  expect(JSON.parse(body)).toMatchObject({
    event: { uuid, event: 'paid', distinct_id: 'ann', properties: { sum: 5 } },
    person: { name: 'ann@example.com', properties: { email: 'ann@example.com' } },
  });
  const runs = await waitUntil(async () => {
    const found = await world.run(destination);
    expect(found.map(({ state }) => state).sort()).toEqual(['delivered', 'waiting']);
    return found;
  });
  const made = runs.find((run) => run.id === delivery);
  expect(made?.latestAttempt).toMatchObject({ isSuccess: true, status: 200, response: 'ok' });
  expect(JSON.stringify(made?.latestAttempt?.request)).not.toContain(SECRET);
  expect(made?.latestAttempt?.request).toMatchObject({
    headers: { 'webhook-signature': '***' },
  });
  // The delivery waits for its event. An attempt is counted only while a process holds the delivery.
  await waitUntil(async () => {
    const waiting = (await world.run(destination)).find((run) => run.id === id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 0 });
  });
});

it('sends recent events without a look-up in ClickHouse, beside an older one', async () => {
  const destination = await world.destination(webhook());
  const uuids = [await world.recentEvent(), await world.event(), await world.recentEvent()];
  for (const uuid of uuids) await world.note(destination, uuid);
  await waitUntil(() => expect(receiver.requests).toHaveLength(3));
  const sums = receiver.requests.map(({ body }) => {
    const { event } = JSON.parse(body) as {
      event: { uuid: string; properties: { sum: number } };
    };
    return [event.uuid, event.properties.sum] as const;
  });
  expect(new Map(sums)).toEqual(new Map(uuids.map((uuid, at) => [uuid, at === 1 ? 5 : 7])));
});

it('makes a delivery once whose response has characters that Postgres does not take', async () => {
  const destination = await world.destination(webhook());
  receiver.respond = { status: 200, body: 'a\0b' };
  await world.note(destination, await world.event());
  const [made] = await waitUntil(async () => {
    const runs = await world.run(destination);
    expect(runs).toMatchObject([{ state: 'delivered' }]);
    return runs;
  });
  expect(made?.latestAttempt?.response).toBe('a\uFFFDb');
  expect(receiver.requests).toHaveLength(1);
});

it('repeats a failed delivery under the same id, and makes it when the receiver responds again', async () => {
  const destination = await world.destination(webhook());
  receiver.respond = { status: 503, body: 'down' };
  const delivery = await world.note(destination, await world.event());
  await waitUntil(() => expect(receiver.requests.length).toBeGreaterThan(1));
  receiver.respond = { status: 200 };
  await waitUntil(async () => {
    expect((await world.run(destination))[0]?.state).toBe('delivered');
  });
  const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
  expect([...ids]).toEqual([delivery]);
  await waitUntil(async () => {
    expect((await world.destinations.health([destination])).size).toBe(0);
  });
});

it('pauses a failing receiver, and keeps its due deliveries', async () => {
  const destination = await world.destination(webhook());
  receiver.respond = { status: 500 };
  const uuid = await world.event();
  for (let count = 0; count < 30; count += 1) await world.note(destination, uuid);
  await waitUntil(async () => {
    const health = (await world.destinations.health([destination])).get(destination);
    expect(health?.openUntil?.getTime()).toBeGreaterThan(Date.now() + 10_000);
    // The receiver has only the first, shortest pause, although many requests failed together.
    expect(health?.openUntil?.getTime()).toBeLessThan(Date.now() + 40_000);
    expect(health?.latestError).toBe('The receiver returned 500.');
  });
  // Waits for the end of requests that were in progress.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { length } = receiver.requests;
  expect(length).toBeLessThan(15);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(receiver.requests).toHaveLength(length);
  expect((await world.run(destination)).every(({ state }) => state === 'waiting')).toBe(true);
});

it('ends the pause of a destination when a user has repaired it', async () => {
  const destination = await world.destination(webhook());
  receiver.respond = { status: 500 };
  const uuid = await world.event();
  for (let count = 0; count < 10; count += 1) await world.note(destination, uuid);
  const pauseEnd = async () =>
    (await world.destinations.health([destination])).get(destination)?.openUntil?.getTime() ?? 0;
  await waitUntil(async () => expect(await pauseEnd()).toBeGreaterThan(Date.now() + 10_000));
  const repaired = await startReceiver();
  const inputs = { url: { value: `${repaired.url}/hook` } };
  await world.destinations.update(world.by, destination, { inputs }, { withDeleted: false });
  await waitUntil(async () => {
    expect((await world.run(destination)).every(({ state }) => state === 'delivered')).toBe(true);
  });
  await repaired.close();
});

it('ends the pause of a destination whose failed deliveries are sent again', async () => {
  const destination = await world.destination(webhook());
  const uuid = await world.event();
  const delivery = await world.note(destination, uuid);
  const delivered = () =>
    waitUntil(async () => expect((await world.run(destination))[0]?.state).toBe('delivered'));
  await delivered();
  const { db } = world.database;
  const paused = { destination_id: destination, project_id: 1, failures: 9 };
  await db
    .insertInto('destination_health')
    .values({ ...paused, open_until: new Date(Date.now() + 900_000) })
    .execute();
  await db.updateTable('deliveries').set({ state: 'failed' }).where('id', '=', delivery).execute();
  expect(await world.log.replay(1, destination, null)).toBe(1);
  await delivered();
  expect((await world.destinations.health([destination])).size).toBe(0);
});

it('begins pauses between attempts again after a replay', async () => {
  const destination = await world.destination(webhook());
  const delivery = await world.note(destination, await world.event());
  const state = async () => (await world.run(destination))[0];
  await waitUntil(async () => expect((await state())?.state).toBe('delivered'));
  // As after a day of failures: the next pause would be an hour.
  const { db } = world.database;
  const failed = { state: 'failed', attempts: 14 } as const;
  await db.updateTable('deliveries').set(failed).where('id', '=', delivery).execute();
  receiver.respond = { status: 503 };
  await world.log.replay(1, destination, delivery);
  await waitUntil(async () => expect((await state())?.attempts).toBeGreaterThan(15));
  receiver.respond = { status: 200 };
  await waitUntil(async () => expect((await state())?.state).toBe('delivered'));
});

it('a receiver that does not respond keeps no other waiting', async () => {
  const silent = await startReceiver();
  silent.respond = null;
  const uuid = await world.event();
  const hanging = await world.destination({
    ...webhook(),
    inputs: { url: { value: silent.url } },
  });
  for (let count = 0; count < 40; count += 1) await world.note(hanging, uuid);
  await waitUntil(() => expect(silent.requests.length).toBeGreaterThan(0));
  const destination = await world.destination(webhook());
  for (let count = 0; count < 20; count += 1) await world.note(destination, uuid);
  const from = Date.now();
  await waitUntil(() => expect(receiver.requests).toHaveLength(20));
  expect(Date.now() - from).toBeLessThan(3_000);
  await waitUntil(async () => {
    const health = (await world.destinations.health([hanging])).get(hanging);
    expect(health?.latestError).toBe('The receiver did not respond within 1 s.');
  });
  expect(silent.requests.length).toBeLessThanOrEqual(16);
  await silent.close();
});

it('receivers that do not respond wait for others, even if there are more of them than places', async () => {
  const crowded = await openWorld();
  const silent = await startReceiver();
  silent.respond = null;
  const uuid = await crowded.event();
  const { db } = crowded.database;
  for (let count = 0; count < 40; count += 1) {
    const id = await crowded.destination({ ...webhook(), inputs: { url: { value: silent.url } } });
    await db
      .insertInto('destination_health')
      .values({ destination_id: id, project_id: 1, failures: 1 })
      .execute();
    await crowded.note(id, uuid);
  }
  await crowded.deliver({ DELIVERY_CONCURRENCY: '2' });
  await waitUntil(() => expect(silent.requests.length).toBeGreaterThan(1));
  const destination = await crowded.destination(webhook());
  await crowded.note(destination, uuid);
  const from = Date.now();
  await waitUntil(() => expect(receiver.requests).toHaveLength(1));
  // The others need 20 s: two at once, each until its timeout of 1 s.
  expect(Date.now() - from).toBeLessThan(5_000);
  await crowded.close();
  await silent.close();
});

it.each([
  ['a private address', 'http://10.0.0.1/', {}, 'is a private address'],
  ['no URL', 'not a url', {}, 'begins with https://'],
  ['another protocol', 'file:///etc/passwd', {}, 'begins with https://'],
])('ends a delivery to %s, which can be sent again later', async (_name, url, more, error) => {
  const strict = await openWorldWithStrictGuard();
  const destination = await strict.destination({
    templateId: 'template-webhook',
    inputs: { url: { value: url }, ...more },
  });
  await strict.note(destination, await strict.event());
  await waitUntil(async () => {
    const [run] = await strict.run(destination);
    expect(run?.state).toBe('failed');
    expect(run?.latestAttempt?.error).toContain(error);
  });
  const [failed] = await strict.run(destination);
  expect(await strict.log.replay(1, destination, null)).toBe(1);
  await waitUntil(async () => {
    const [run] = await strict.run(destination);
    expect(run?.state).toBe('failed');
    expect(run?.attempts).toBeGreaterThan(failed?.attempts ?? 0);
  });
});

let strictWorld: World | null = null;
async function openWorldWithStrictGuard(): Promise<World> {
  if (strictWorld === null) {
    strictWorld = await openWorld();
    await strictWorld.deliver({ DELIVERY_ALLOW_PRIVATE_ENDPOINTS: '0' });
  }
  return strictWorld;
}
afterAll(() => strictWorld?.close());
