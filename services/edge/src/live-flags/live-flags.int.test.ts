import { randomUUID } from 'node:crypto';
import { createSealedBox, flagPayloadContext } from '@tidemark/platform';
import { createFeatureFlagRepository, createProjectRepository } from '@tidemark/postgres';
import type { FeatureFlagFields } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';
import type { FlagStream } from '../test-support/flag-stream';
import { openFlagStream } from '../test-support/flag-stream';
import { everyone } from '../test-support/flags-scene';

const FLAG_SECRETS_KEY = 'a key of the tests that is long enough';

const where = (property: object, rollout = 100) => ({
  groups: [{ properties: [property], rollout_percentage: rollout }],
});
const forPlan = (plan: string) =>
  where({ key: 'plan', type: 'person', operator: 'exact', value: plan });

let edge: EdgeFixture;
const streams: FlagStream[] = [];
const flags = () => createFeatureFlagRepository(edge.database);
const announce = (what: 'feature_flags' | 'project' = 'feature_flags') =>
  edge.channel.publish({ project_id: 1, what });

async function create(
  fields: Pick<FeatureFlagFields, 'key' | 'filters'> & Partial<FeatureFlagFields>,
): Promise<number> {
  const saved = await flags().create(1, 1, fields);
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  await announce();
  const runtime = { evaluation_runtime: fields.evaluationRuntime ?? 'client' };
  await waitUntil(async () => fields.key in (await ask(runtime)));
  return saved.flag.id;
}
/** What `/flags` returns. */
async function ask(
  more: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, { readonly enabled: boolean }>>> {
  const response = await fetch(`${edge.url}/flags/?v=2`, {
    method: 'POST',
    body: JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'u1', ...more }),
  });
  return ((await response.json()) as { flags: Record<string, { enabled: boolean }> }).flags;
}
async function update(id: number, fields: Partial<FeatureFlagFields>): Promise<void> {
  const saved = await flags().update(1, 1, id, fields);
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  await announce();
}
async function open(
  parameters: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<FlagStream> {
  const stream = await openFlagStream(
    edge.url,
    { token: PROJECT_TOKEN, distinct_id: 'u1', ...parameters },
    headers,
  );
  streams.push(stream);
  return stream;
}
async function createPerson(distinctId: string, properties: object): Promise<void> {
  const row = { project_id: 1, version: 0 };
  const id = randomUUID();
  await edge.database.db
    .insertInto('persons')
    .values({ ...row, id, properties: JSON.stringify(properties), created_at: new Date() })
    .execute();
  await edge.database.db
    .insertInto('person_distinct_ids')
    .values({ ...row, distinct_id: distinctId, person_id: id })
    .execute();
}
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${edge.url}/metrics`)).text();
  return Number(new RegExp(`^${name}\\S* (\\d+)`, 'm').exec(text)?.[1] ?? NaN);
};

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores(), {
    FLAG_SECRETS_KEY,
    LIVE_FLAG_STREAMS_MAX: 100,
    LIVE_FLAG_STREAMS_PER_PROJECT: 8,
  });
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await waitUntil(async () => (await metric('edge_live_flag_streams')) === 0, 10_000);
});
afterAll(() => edge.stop());

it('sends the flags of the person at once, as /flags?v=2 does, and again when a change makes them differ', async () => {
  const id = await create({ key: 'beta', filters: everyone });
  const stream = await open({}, { origin: 'https://shop.example' });
  expect(stream.response.status).toBe(200);
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'access-control-allow-origin': 'https://shop.example',
  });
  const asked = await fetch(`${edge.url}/flags/?v=2`, {
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

it('sends nothing of a change that does not concern the person', async () => {
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
  await edge.database.db
    .insertInto('group_types')
    .values({ project_id: 1, group_type: 'company', group_type_index: 0 })
    .execute();
  await edge.database.db
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

it('hashes by what is stored of the person for flags with continuity', async () => {
  const half = { groups: [{ properties: [], rollout_percentage: 50 }] };
  await createPerson('steady-person', {});
  await create({ key: 'steady', filters: half, ensureExperienceContinuity: true });
  const ids = { distinct_id: 'steady-person', $anon_distinct_id: 'the first anonymous id' };
  const enabled = (await ask(ids))['steady']?.enabled;
  const stream = await open({ distinct_id: 'steady-person' });
  expect((await stream.next()).data.flags['steady']?.enabled).toBe(enabled);
});

it('repeats nothing that a reconnecting client has', async () => {
  const id = await create({ key: 'reconnect', filters: everyone });
  const first = await (await open({})).next();
  const byHeader = await open({}, { 'last-event-id': first.id! });
  const byQuery = await open({ last_event_id: first.id! });
  const other = await open({ last_event_id: 'something else' });
  expect((await other.next()).id).toBe(first.id);
  expect([byHeader.events, byQuery.events]).toEqual([[], []]);
  await update(id, { active: false });
  expect((await byHeader.next()).data.flags).not.toHaveProperty('reconnect');
  expect((await byQuery.next()).data.flags).not.toHaveProperty('reconnect');
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
  expect(data.flags['sealed']?.metadata.payload).toBe('********* (encrypted)');
  expect(stream.text()).not.toContain('s3cret');
  expect(stream.text()).not.toContain(sealed);
});

it('only shows flags for browsers to a browser', async () => {
  await create({ key: 'at-servers', filters: everyone, evaluationRuntime: 'server' });
  const page = await open({}, { origin: 'https://shop.example' });
  expect((await page.next()).data.flags).not.toHaveProperty('at-servers');
});

describe('rejects', () => {
  const get = (query: string) => fetch(`${edge.url}/flags/stream?${query}`);

  it('requests as /flags does', async () => {
    const known = `token=${PROJECT_TOKEN}`;
    const cases: [query: string, status: number, text: string][] = [
      ['distinct_id=u1', 401, 'No API token provided'],
      ['token=phc_unknown&distinct_id=u1', 401, 'authentication_failed'],
      [known, 400, 'The distinct_id field is missing'],
      [`${known}&distinct_id=u1&groups={`, 400, 'invalid JSON in groups'],
      [`${known}&distinct_id=u1&groups=${'['.repeat(600)}`, 400, 'nested too deeply'],
      [`${known}&distinct_id=${'x'.repeat(9_000)}`, 413, 'may have 8192 bytes'],
    ];
    for (const [query, status, text] of cases) {
      const response = await get(query);
      expect([response.status, await response.text()]).toEqual([
        status,
        expect.stringContaining(text),
      ]);
    }
  });

  it('other methods, and answers a preflight', async () => {
    const post = await fetch(`${edge.url}/flags/stream`, { method: 'POST', body: '{}' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET,OPTIONS']);
    const preflight = await fetch(`${edge.url}/flags/stream`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,OPTIONS');
  });

  it('streams beyond the bound of the project, until one is closed', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open({})));
    const query = `token=${PROJECT_TOKEN}&distinct_id=u1`;
    const full = await get(query);
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await full.json()).toMatchObject({
      code: 'rate_limit_exceeded',
      detail: 'Too many flag streams of this project are open.',
    });
    opened[0]?.close();
    await waitUntil(async () => (await open({})).response.status === 200);
  });
});

it('ends streams whose token is no longer valid, and says when the quota is used up', async () => {
  const stream = await open({});
  await stream.next();
  const projects = createProjectRepository(edge.database);
  const actor = { projectId: 1, userId: null };
  const until = (declared: boolean) =>
    projects.update(actor, {
      declaredQuotas: declared ? [{ resource: 'feature_flags', until: null }] : [],
    });
  await until(true);
  await announce('project');
  expect((await stream.next()).data).toMatchObject({ flags: {}, quotaLimited: ['feature_flags'] });
  await until(false);
  await announce('project');
  expect((await stream.next()).data).not.toHaveProperty('quotaLimited');

  const rotated = await projects.rotateToken(actor, 0);
  await announce('project');
  await waitUntil(() => stream.hasEnded());
  const successor = await open({ token: rotated!.apiToken });
  await successor.next();
  successor.close();
  await edge.database.db
    .updateTable('projects')
    .set({ api_token: PROJECT_TOKEN })
    .where('id', '=', 1)
    .execute();
  await announce('project');
});

it('keeps the flags of a page while a store is unavailable, and sends the change afterwards', async () => {
  const id = await create({ key: 'outage', filters: forPlan('outage') });
  await createPerson('during-outage', { plan: 'outage' });
  const stream = await open({ distinct_id: 'during-outage' });
  expect((await stream.next()).data.flags['outage']?.enabled).toBe(true);
  await edge.redis.flushall();
  edge.postgresProxy.cut();
  await announce();
  await new Promise((resolve) => setTimeout(resolve, 500));
  edge.postgresProxy.restore();
  expect(stream.events).toHaveLength(1);
  await update(id, { active: false });
  expect((await stream.next()).data.flags).not.toHaveProperty('outage');
});

it('ends its streams when it stops, and takes no more', async () => {
  const stores = await createIsolatedStores();
  const stopping = await startEdgeFixture(stores);
  const stream = await openFlagStream(stopping.url, { token: PROJECT_TOKEN, distinct_id: 'u1' });
  await stream.next();
  await stopping.stop();
  await waitUntil(() => stream.hasEnded());
  // The end of a response, not a broken connection, which would be an error here.
  stream.close();
});
