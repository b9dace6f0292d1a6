import { randomUUID } from 'node:crypto';
import { readDeliveredEvents } from '@tidemark/clickhouse';
import { createDestinationRepository } from '@tidemark/postgres';
import { createRecentEvents } from '@tidemark/redis';
import { waitUntil } from '@tidemark/testing';
import { entryOf } from './test-support/pipeline';
import type { ProjectPipeline } from './test-support/project-pipeline';
import { openProjectPipeline } from './test-support/project-pipeline';

let pipeline: ProjectPipeline;

beforeAll(async () => {
  pipeline = await openProjectPipeline();
  await createDestinationRepository(pipeline.database).create(
    { projectId: 1, userId: null },
    randomUUID(),
    {
      ...{ name: 'D', description: '', enabled: true, deleted: false, iconUrl: null, inputs: {} },
      ...{ templateId: 'template-webhook', secretInputs: null, type: 'destination' },
      filters: { events: [{ id: 'paid' }] },
    },
  );
  await pipeline.startWorker();
});
afterAll(() => pipeline.close());

it('keeps an event that a destination will receive, equal to the stored one; no other event', async () => {
  const entry = (event: string, distinct_id: string) =>
    entryOf({
      ...{ uuid: randomUUID(), event, distinct_id },
      properties: {
        ...{ text: 'Grüße "👋"', large: 2 ** 70, nested: { list: [1, 'a', null] } },
        ...{ $set: { email: 'ann@example.com', age: 30 }, $groups: { company: 'acme' } },
        $elements_chain: 'a.link:attr__class="link"',
      },
    });
  const paid = entry('paid', 'ann');
  const other = entry('opened', 'ben');
  await pipeline.send(paid, other);
  const keys = [paid, other].map(({ uuid, event, distinct_id: distinctId }) => ({
    ...{ teamId: 1, day: '2026-01-02', event, distinctId, uuid },
  }));
  const stored = await waitUntil(async () => {
    const found = await readDeliveredEvents(pipeline.clickhouse, keys);
    expect(found.size).toBe(2);
    return found;
  });
  const recent = createRecentEvents(pipeline.redis, Date.now);
  const kept = await waitUntil(async () => {
    const found = await recent.find(1, [paid.uuid, other.uuid]);
    expect([...found.keys()]).toEqual([paid.uuid]);
    return found;
  });
  expect(kept.get(paid.uuid)).toEqual(stored.get(paid.uuid));
  // The delivery was due a second later, until its event was stored.
  await waitUntil(async () => {
    const deliveries = await pipeline.database.db
      .selectFrom('deliveries')
      .select(['event_uuid', 'created_at', 'due_at'])
      .execute();
    expect(deliveries.map((one) => one.event_uuid)).toEqual([paid.uuid]);
    for (const { due_at: due, created_at: created } of deliveries) {
      expect(due.getTime() - created.getTime()).toBeLessThan(1_000);
    }
  });
  expect(kept.get(paid.uuid)).toMatchObject({
    properties: { text: 'Grüße "👋"', $group_0: 'acme' },
    personProperties: { email: 'ann@example.com', age: 30 },
    groups: ['acme', '', '', '', ''],
  });
});
