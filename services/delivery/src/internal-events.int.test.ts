import {
  createFeatureFlagRepository,
  createInternalEventWork,
  recordInternalEvents,
} from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { TestReceiver } from './test-support/receiver';
import { startReceiver } from './test-support/receiver';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

const PROJECT = 1;
const OWNER = 1;

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
afterEach(async () => {
  await world.database.db.updateTable('destinations').set({ enabled: false }).execute();
  await receiver.close();
});

const flags = () => createFeatureFlagRepository(world.database);
const bodies = () =>
  receiver.requests.map(({ body }) => JSON.parse(body) as { event: SentEvent; person: object });
interface SentEvent {
  readonly uuid: string;
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const listener = (event: string | null, properties: Readonly<Record<string, string>> = {}) =>
  world.destination({
    type: 'internal_destination',
    templateId: 'template-webhook',
    inputs: { url: { value: `${receiver.url}/internal` } },
    filters: {
      source: 'internal-events',
      events: [
        {
          id: event,
          properties: Object.entries(properties).map(([key, value]) => ({
            ...{ key, value: [value], operator: 'exact', type: 'event' },
          })),
        },
      ],
    },
  });

it('sends a change of a flag with its author, without the earlier history', async () => {
  const id = await listener('$activity_log_entry_created', { scope: 'FeatureFlag' });
  const made = await flags().create(PROJECT, OWNER, { key: 'beta', filters: { groups: [] } });
  expect(made.outcome).toBe('saved');
  await waitUntil(() => expect(receiver.requests).toHaveLength(1));
  const [sent] = bodies();
  expect(sent?.event).toMatchObject({
    event: '$activity_log_entry_created',
    properties: {
      ...{ scope: 'FeatureFlag', activity: 'created', detail: { name: 'beta' } },
      user: { id: OWNER },
    },
  });
  expect(sent?.person).toMatchObject({ properties: { id: OWNER } });
  // The history of the destination itself is matched too, but has another scope.
  await waitUntil(async () => {
    const [run] = await world.run(id);
    expect(run).toMatchObject({ state: 'delivered', eventName: '$activity_log_entry_created' });
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(run?.id);
  });
});

it('delivers events that were committed while no delivery service ran, once for each event and destination', async () => {
  const stopped = await openWorld();
  const id = await stopped.destination({
    type: 'internal_destination',
    templateId: 'template-webhook',
    inputs: { url: { value: receiver.url } },
    filters: { events: [{ id: '$health_check_issue_firing' }] },
  });
  const event = {
    id: '00000000-0000-4000-8000-0000000000a1',
    ...{ projectId: PROJECT, userId: null, event: '$health_check_issue_firing' as const },
    properties: { kind: 'ingestion_warning' },
  };
  await recordInternalEvents(stopped.database.db, [event]);
  await recordInternalEvents(stopped.database.db, [event]);
  await expect(
    stopped.database.db.transaction().execute(async (tx) => {
      await recordInternalEvents(tx, [{ ...event, id: '00000000-0000-4000-8000-0000000000a2' }]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await stopped.deliver();
  await waitUntil(async () => {
    expect((await stopped.run(id))[0]?.state).toBe('delivered');
  });
  await recordInternalEvents(stopped.database.db, [event]);
  const work = createInternalEventWork(stopped.database);
  await waitUntil(async () => expect(await work.countWaiting()).toBe(0));
  expect(receiver.requests).toHaveLength(1);
  expect((await work.read(2, [event.id])).size).toBe(0);
  const soon = new Date(Date.now() + 60_000);
  expect(await work.prune(soon, new Date(0))).toBeGreaterThan(0);
  expect((await work.read(PROJECT, [event.id])).size).toBe(1);
  expect(await work.prune(soon, soon)).toBe(1);
  await stopped.close();
});

it('reports a failing destination once, its recovery once, and neither to the destination itself', async () => {
  await listener('$health_check_issue_firing', { kind: 'destination_failing' });
  await listener('$health_check_issue_resolved', { kind: 'destination_failing' });
  const broken = await startReceiver();
  broken.respond = { status: 500 };
  const failing = await world.destination({
    type: 'internal_destination',
    name: 'Broken',
    templateId: 'template-webhook',
    inputs: { url: { value: broken.url } },
    filters: { events: [{ id: null }] },
  });
  await flags().create(PROJECT, OWNER, { key: 'one', filters: { groups: [] } });
  await waitUntil(() => expect(receiver.requests).toHaveLength(1), 30_000);
  expect(bodies()[0]?.event).toMatchObject({
    event: '$health_check_issue_firing',
    properties: {
      ...{ destination_id: failing, destination_name: 'Broken', reason: 'paused' },
      error: 'The receiver returned 500.',
    },
  });
  broken.respond = { status: 200 };
  // The pause is as long as 36 s: it is shortened for the test.
  await world.database.db
    .updateTable('destination_health')
    .set({ open_until: new Date() })
    .execute();
  await waitUntil(() => expect(receiver.requests).toHaveLength(2), 30_000);
  expect(bodies()[1]?.event).toMatchObject({
    event: '$health_check_issue_resolved',
    properties: { destination_id: failing, title: 'Destination Broken delivers again' },
  });
  const received = broken.requests.map(({ body }) => body).join('\n');
  expect(received).not.toContain('destination_failing');
  await broken.close();
});

it('reports a delivery that has failed for good, and not again within the hour', async () => {
  await listener('$health_check_issue_firing', { kind: 'destination_failing' });
  const gone = await startReceiver();
  gone.respond = { status: 410 };
  const destination = await world.destination({
    templateId: 'template-webhook',
    inputs: { url: { value: gone.url } },
  });
  const uuid = await world.event();
  await world.note(destination, uuid);
  await waitUntil(() => expect(receiver.requests).toHaveLength(1));
  expect(bodies()[0]?.event.properties).toMatchObject({ reason: 'failed_delivery' });
  gone.respond = { status: 200 };
  await world.note(destination, uuid);
  await waitUntil(async () => {
    const { db } = world.database;
    const open = await db
      .selectFrom('destination_incidents')
      .selectAll()
      .where('destination_id', '=', destination)
      .execute();
    expect(open).toMatchObject([{ ended_at: expect.any(Date) as Date }]);
  });
  gone.respond = { status: 410 };
  await world.note(destination, uuid);
  await waitUntil(async () => {
    const states = (await world.run(destination)).map(({ state }) => state).sort();
    expect(states).toEqual(['delivered', 'failed', 'failed']);
  });
  expect(receiver.requests).toHaveLength(1);
  await gone.close();
});
