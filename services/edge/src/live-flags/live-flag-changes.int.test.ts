import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { waitUntil } from '@tidemark/testing';
import { PROJECT_TOKEN } from '../test-support/edge-fixture';
import type { FlagStream } from '../test-support/flag-stream';
import { everyone } from '../test-support/flags-scene';
import { forPlan, liveFlagsScene, where } from '../test-support/live-flags-scene';

const scene = liveFlagsScene();
const { announce, ask, create, update, open, createPerson } = scene;
const changes = { only_changes: '1' };

/** The next event of the stream, after which its flags are those of a request. */
async function nextOf(stream: FlagStream, asked: Readonly<Record<string, unknown>> = {}) {
  const { event, data } = await stream.next();
  const { flags, removed } = data;
  expect(stream.flags()).toEqual(await ask({ evaluation_runtime: 'client', ...asked }));
  return { event, changed: Object.keys(flags), removed };
}

it('sends complete flags first, then changes', async () => {
  const stays = await create({ key: 'stays', filters: everyone });
  const stream = await open({ ...changes, evaluation_runtime: 'client' });
  expect(await nextOf(stream)).toMatchObject({ event: 'flags', removed: undefined });

  const id = await create({ key: 'one', filters: everyone });
  expect(await nextOf(stream)).toEqual({ event: 'flag_changes', changed: ['one'], removed: [] });
  await update(id, { filters: { ...everyone, payloads: { true: '{"a":1}' } } });
  expect(await nextOf(stream)).toEqual({ event: 'flag_changes', changed: ['one'], removed: [] });
  await update(id, { key: 'renamed' });
  expect(await nextOf(stream)).toEqual({
    event: 'flag_changes',
    changed: ['renamed'],
    removed: ['one'],
  });
  await update(id, { active: false });
  expect(await nextOf(stream)).toEqual({
    event: 'flag_changes',
    changed: [],
    removed: ['renamed'],
  });
  await update(id, { active: true });
  await nextOf(stream);
  // A page cannot see this change, so it is sent with the next event.
  await update(stays, { name: 'another description' });
  await update(id, { deleted: true });
  expect(await nextOf(stream)).toEqual({
    event: 'flag_changes',
    changed: ['stays'],
    removed: ['renamed'],
  });
});

it('sends complete flags to a client that does not ask for changes', async () => {
  const older = await open({ evaluation_runtime: 'client' });
  await nextOf(older);
  const id = await create({ key: 'older', filters: everyone });
  expect(await nextOf(older)).toMatchObject({ event: 'flags', removed: undefined });
  await update(id, { active: false });
  expect(await nextOf(older)).toMatchObject({ event: 'flags' });
});

it('evaluates flags with stored data, dependencies or groups again after each change', async () => {
  await createPerson('moving', { plan: 'free' });
  const person = { distinct_id: 'moving', groups: { company: 'acme' } };
  const base = await create({ key: 'base', filters: forPlan('pro') });
  const dependent = { key: String(base), type: 'flag', operator: 'flag_evaluates_to', value: true };
  await create({ key: 'dependent', filters: where(dependent) });
  const stream = await open({ ...changes, ...person, evaluation_runtime: 'client' });
  await nextOf(stream, person);
  await scene.edge.database.db
    .updateTable('persons')
    .set({ properties: '{"plan":"pro"}' })
    .where('id', 'in', (query) =>
      query
        .selectFrom('person_distinct_ids')
        .select('person_id')
        .where('distinct_id', '=', 'moving'),
    )
    .execute();
  await scene.edge.redis.flushdb();
  await announce();
  // The definitions are the same; the streams are evaluated again after a change of the project.
  await announce('project');
  const { event, changed } = await nextOf(stream, person);
  expect([event, changed.toSorted()]).toEqual(['flag_changes', ['base', 'dependent']]);
});

it('sends complete flags after a reconnection', async () => {
  const id = await create({ key: 'anew', filters: everyone });
  const first = await open({ ...changes, evaluation_runtime: 'client' });
  const known = (await first.next()).id ?? '';
  first.close();
  const again = await open({
    ...changes,
    evaluation_runtime: 'client',
    last_event_id: known,
  });
  await update(id, { active: false });
  expect(await nextOf(again)).toMatchObject({ event: 'flags' });
  await update(id, { active: true });
  expect(await nextOf(again)).toMatchObject({ event: 'flag_changes', changed: ['anew'] });
});

it('sends a slow reader the changes since its last event', async () => {
  const large = 'x'.repeat(400_000);
  const id = await create({ key: 'slow', filters: everyone });
  const query = new URLSearchParams({
    ...{ token: PROJECT_TOKEN, distinct_id: 'u1', evaluation_runtime: 'client' },
    ...changes,
  });
  const request = get(`${scene.edge.url}/flags/stream?${query.toString()}`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  let text = '';
  response.on('data', (chunk: string) => {
    text += chunk;
  });
  const events = () =>
    text.split('\n\n').flatMap((block) => {
      const [, name, data] = /event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (name === undefined || data === undefined) return [];
      return [{ name, ...(JSON.parse(data) as { flags: Record<string, unknown> }) }];
    });
  await waitUntil(() => events().length === 1);
  response.pause();
  const ROUNDS = 40;
  for (let round = 1; round <= ROUNDS; round++) {
    const payloads = { true: JSON.stringify(`${round} ${large}`) };
    await update(id, { filters: { ...everyone, payloads } });
  }
  await create({ key: 'last', filters: everyone });
  response.resume();
  await waitUntil(() => text.includes('"last":') && text.endsWith('\n\n'), 20_000);
  const all = events();
  // Buffers of the connection contain some events; most states were never sent.
  expect(all.length).toBeLessThan(ROUNDS);
  expect(all.slice(1).every(({ name }) => name === 'flag_changes')).toBe(true);
  const flags = all.reduce((before, event) => ({ ...before, ...event.flags }), {});
  expect(flags).toEqual(await ask({ evaluation_runtime: 'client' }));
  request.destroy();
});
