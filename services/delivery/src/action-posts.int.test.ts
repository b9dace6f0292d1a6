import { randomUUID } from 'node:crypto';
import { actionDestinationId } from '@tidemark/domain';
import { waitUntil } from '@tidemark/testing';
import type { TestReceiver } from './test-support/receiver';
import { startReceiver } from './test-support/receiver';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

let world: World;
let receiver: TestReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([openWorld(), startReceiver()]);
  await world.deliver();
});
afterAll(() => Promise.all([world.close(), receiver.close()]));

it('posts for an action whose earlier destination was deleted or switched off', async () => {
  await world.database.db
    .updateTable('projects')
    .set({ slack_incoming_webhook: `${receiver.url}/chat` })
    .execute();
  const { id: actionId } = await world.database.db
    .insertInto('actions')
    .values({ project_id: 1, name: 'Paid', post_to_slack: true, steps: '[{"event":"paid"}]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = actionDestinationId(1, actionId);
  await world.destinations.create(world.by, id, {
    ...{ type: 'destination', name: 'Migrated', description: '', enabled: true, deleted: false },
    ...{ templateId: 'template-webhook', iconUrl: null, secretInputs: null, filters: {} },
    inputs: { url: { value: `${receiver.url}/migrated` } },
  });
  const pathOf = async (): Promise<string | undefined> => {
    const before = receiver.requests.length;
    await world.note(id, await world.event(), { actionId });
    await waitUntil(() => expect(receiver.requests).toHaveLength(before + 1));
    return receiver.requests.at(-1)?.path;
  };
  const change = (fields: object) =>
    world.destinations.update(world.by, id, fields, { withDeleted: true });
  expect(await pathOf()).toBe('/migrated');
  await change({ enabled: false });
  expect(await pathOf()).toBe('/chat');
  await change({ enabled: true, deleted: true });
  expect(await pathOf()).toBe('/chat');

  await world.database.db.updateTable('actions').set({ post_to_slack: false }).execute();
  const uuid = randomUUID();
  await world.note(id, uuid, { actionId });
  await waitUntil(async () => {
    const run = (await world.run(id)).find(({ eventUuid }) => eventUuid === uuid);
    expect(run?.latestAttempt?.error).toBe('the action posts to Slack no more');
  });
});
