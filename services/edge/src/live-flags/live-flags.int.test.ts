import { createSealedBox, flagPayloadContext } from '@tidemark/platform';
import { PROJECT_TOKEN } from '../test-support/edge-fixture';
import type { FlagStream } from '../test-support/flag-stream';
import { everyone } from '../test-support/flags-scene';
import { FLAG_SECRETS_KEY, where, forPlan, liveFlagsScene } from '../test-support/live-flags-scene';

const scene = liveFlagsScene();
const { create, ask, update, open, createPerson, metric } = scene;

it('sends the flags of the person at once, as /flags?v=2 does, and again when a change makes them differ', async () => {
  const id = await create({ key: 'beta', filters: everyone });
  const stream = await open({}, { origin: 'https://shop.example' });
  expect(stream.response.status).toBe(200);
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'access-control-allow-origin': 'https://shop.example',
  });
  const asked = await fetch(`${scene.edge.url}/flags/?v=2`, {
    method: 'POST',
    body: JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'u1' }),
  });
  const body = (await asked.json()) as object;
  const first = await stream.next();
  expect(first.event).toBe('flags');
  expect(first.data).toEqual({
    ...body,
    requestId: expect.any(String),
    evaluatedAt: expect.any(Number),
  });
  expect(first.data.flags['beta']?.enabled).toBe(true);

  await update(id, { active: false });
  expect((await stream.next()).data.flags).not.toHaveProperty('beta');
  await update(id, { active: true });
  const again = await stream.next();
  expect(again.data.flags['beta']?.enabled).toBe(true);
  // Equal flags have equal ids.
  expect(again.id).toBe(first.id);
  expect(stream.text()).toMatch(/^retry: [1-4]\d{3}\n\n/);
  expect(await metric('edge_live_flag_streams')).toBe(1);
});

it('sends no change that does not affect the person', async () => {
  const id = await create({ key: 'plans', filters: forPlan('pro') });
  const pro = await open({ person_properties: { plan: 'pro' } });
  const free = await open({ person_properties: { plan: 'free' } });
  expect((await pro.next()).data.flags['plans']?.enabled).toBe(true);
  expect((await free.next()).data.flags['plans']?.enabled).toBe(false);

  await update(id, { name: 'another description' });
  await update(id, { filters: { ...forPlan('pro'), payloads: { true: '"x"' } } });
  expect((await pro.next()).data.flags['plans']?.metadata.payload).toBe('"x"');
  await update(id, { filters: forPlan('team') });
  expect((await pro.next()).data.flags['plans']?.enabled).toBe(false);
  await update(id, { filters: forPlan('free') });
  expect((await free.next()).data.flags['plans']?.enabled).toBe(true);
  expect([pro.events.length, free.events.length]).toEqual([3, 2]);
});

it('evaluates with the stored properties of the person, unless the page says otherwise', async () => {
  await createPerson('stored', { plan: 'gold' });
  const id = await create({ key: 'gold', filters: forPlan('gold') });
  const stored = await open({ distinct_id: 'stored' });
  const changed = await open({ distinct_id: 'stored', person_properties: { plan: 'free' } });
  const unknown = await open({ distinct_id: 'nobody knows me' });
  const isOn = async (stream: FlagStream) => (await stream.next()).data.flags['gold']?.enabled;
  expect(await Promise.all([stored, changed, unknown].map(isOn))).toEqual([true, false, false]);
  await update(id, { filters: forPlan('free') });
  expect(await Promise.all([stored, changed].map(isOn))).toEqual([false, true]);
  expect(unknown.events).toHaveLength(1);
});

it('evaluates flags of groups, with the properties the page names and those that are stored', async () => {
  await scene.edge.database.db
    .insertInto('group_types')
    .values({ project_id: 1, group_type: 'company', group_type_index: 0 })
    .execute();
  await scene.edge.database.db
    .insertInto('groups')
    .values({
      project_id: 1,
      group_type_index: 0,
      group_key: 'acme',
      properties: '{"tier":"a"}',
      created_at: new Date(),
    })
    .execute();
  const ofTier = (tier: string) => ({
    aggregation_group_type_index: 0,
    ...where({ key: 'tier', type: 'group', group_type_index: 0, operator: 'exact', value: tier }),
  });
  const id = await create({ key: 'tiers', filters: ofTier('a') });
  const acme = await open({ groups: { company: 'acme' } });
  const named = await open({
    groups: { company: 'acme' },
    group_properties: { company: { tier: 'b' } },
  });
  expect((await acme.next()).data.flags['tiers']?.enabled).toBe(true);
  expect((await named.next()).data.flags['tiers']?.enabled).toBe(false);
  await update(id, { filters: ofTier('b') });
  expect((await acme.next()).data.flags['tiers']?.enabled).toBe(false);
  expect((await named.next()).data.flags['tiers']?.enabled).toBe(true);
});

it('hashes by the stored key of the person for flags with continuity', async () => {
  const half = { groups: [{ properties: [], rollout_percentage: 50 }] };
  await createPerson('steady-person', {});
  await create({ key: 'steady', filters: half, ensureExperienceContinuity: true });
  const ids = { distinct_id: 'steady-person', $anon_distinct_id: 'the first anonymous id' };
  const enabled = (await ask(ids))['steady']?.enabled;
  const stream = await open({ distinct_id: 'steady-person' });
  expect((await stream.next()).data.flags['steady']?.enabled).toBe(enabled);
});

it('never contains an encrypted payload', async () => {
  const sealed = createSealedBox(FLAG_SECRETS_KEY).seal('"s3cret"', flagPayloadContext(1));
  await create({
    key: 'sealed',
    isRemoteConfiguration: true,
    hasEncryptedPayloads: true,
    filters: { groups: [{ properties: [] }], payloads: { true: sealed } },
  });
  const stream = await open({ person_properties: { fresh: 'yes' } });
  const { data } = await stream.next();
  expect(data.flags['sealed']?.metadata.payload).toBe('"********* (encrypted)"');
  expect(stream.text()).not.toContain('s3cret');
  expect(stream.text()).not.toContain(sealed);
});

it('only shows flags for browsers to a browser', async () => {
  await create({ key: 'at-servers', filters: everyone, evaluationRuntime: 'server' });
  const page = await open({}, { origin: 'https://shop.example' });
  expect((await page.next()).data.flags).not.toHaveProperty('at-servers');
});
