import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi, TestResponse } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import type { Colleague } from '../test-support/colleague';
import { newColleague } from '../test-support/colleague';

let api: TestApi;
let database: Database;
/** An administrator and a member, beside the owner who has the master key. */
let anna: Colleague;
let mo: Colleague;
let base: string;
let project: number;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  api = await startTestApi(stores, {
    FLAG_SECRETS_KEY: 'a key of the tests for payloads of flags',
  });
  database = createDatabase(stores.postgres, {
    poolSize: 2,
    logger: createLogger('test', 'silent'),
  });
  anna = await newColleague(database, 8);
  mo = await newColleague(database, 1);
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  project = await api.newProject();
  base = `/api/projects/${project}/`;
});

const call = (
  method: string,
  path: string,
  json?: object,
  key = api.masterKey,
): Promise<TestResponse> =>
  api.call(method, base + path, { key, ...(json !== undefined && { json }) });
const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});

async function newFlag(key: string, more: object = {}): Promise<number> {
  const made = await call('POST', 'feature_flags/', { key, filters: share(10), ...more });
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  return made.body.id;
}
async function newPolicy(more: object = {}): Promise<string> {
  const json = { action_key: 'feature_flag.any', approver_config: { quorum: 1 }, ...more };
  const made = await call('POST', 'approval_policies/', json);
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  return String(made.body.id);
}
const flagOf = async (id: number) => (await call('GET', `feature_flags/${id}/`)).body;
const requestOf = async (id: string, key?: string) =>
  (await call('GET', `change_requests/${id}/`, undefined, key)).body;
/** The id of the change request that a rejected change became. */
function proposed(response: TestResponse): string {
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 409 });
  expect(response.body).toMatchObject({
    type: 'invalid_request',
    code: 'approval_required',
    status: 'approval_required',
    resource_type: 'feature_flag',
  });
  return String(response.body['change_request_id']);
}
const decide = (id: string, verb: string, key: string, reason = '') =>
  call('POST', `change_requests/${id}/${verb}/`, { reason }, key);
const history = async (scope: string, id: string | number) =>
  (await call('GET', `activity_log/?scope=${scope}&item_id=${id}`)).body.results;
/** The changes of fields that an entry of a history lists. */
function changesOf(entry?: Readonly<Record<string, unknown>>) {
  if (entry === undefined) throw new Error('The history has no entry');
  return (entry['detail'] as { changes: { field: string; after: unknown }[] }).changes;
}

it('makes a change wait for another person, and applies what was approved', async () => {
  const flag = await newFlag('wide');
  await newPolicy();
  const id = proposed(await call('PATCH', `feature_flags/${flag}/`, { filters: share(80) }));
  expect(await flagOf(flag)).toMatchObject({ version: 1, rollout_percentage: 10 });

  await call('PATCH', `change_requests/${id}/`, { reason: 'The test went well' });
  await call('POST', `change_requests/${id}/comments/`, { content: 'Which test?' }, anna.key);
  expect(await requestOf(id, anna.key)).toMatchObject({
    action_key: 'feature_flag.update',
    state: 'pending',
    validation_status: 'valid',
    resource_id: String(flag),
    resource_key: 'wide',
    reason: 'The test went well',
    comments: [{ reason: 'Which test?', created_by: { email: anna.email } }],
    intent: { preconditions: { version: 1 } },
    intent_display: {
      description: "Update feature flag 'wide'",
      before: { filters: share(10) },
      after: { filters: share(80) },
    },
    can_approve: true,
    is_requester: false,
  });
  expect(await requestOf(id)).toMatchObject({ can_approve: false, can_cancel: true });

  expect(await decide(id, 'approve', api.masterKey)).toMatchObject({ status: 403 });
  const approved = await decide(id, 'approve', anna.key, 'Go');
  expect(approved.body).toMatchObject({
    status: 'applied',
    result: { resource_id: flag, resource_version: 2 },
    change_request: { state: 'applied', applied_by: { email: anna.email } },
  });
  const owner = (await api.call('GET', '/api/users/@me/')).body['email'];
  expect(await flagOf(flag)).toMatchObject({
    version: 2,
    rollout_percentage: 80,
    last_modified_by: { email: owner },
  });
  const [entry] = await history('FeatureFlag', flag);
  expect(entry).toMatchObject({ activity: 'updated', user: { email: owner } });
  const changes = changesOf(entry);
  expect(changes.find(({ field }) => field === 'approved_by')?.after).toBe(anna.email);
  expect(changes.some(({ field }) => field === 'filters')).toBe(true);
  const told = await history('ChangeRequest', id);
  expect(told.map((one) => [one['activity'], (one['user'] as { email: string }).email])).toEqual([
    ['applied', anna.email],
    ['commented', anna.email],
    ['updated', owner],
    ['created', owner],
  ]);
  expect(await decide(id, 'approve', mo.key)).toMatchObject({ status: 400 });
});

it('does not apply a change to a flag that was changed since', async () => {
  const flag = await newFlag('moved');
  await newPolicy({ bypass_org_membership_levels: [8] });
  const id = proposed(await call('PATCH', `feature_flags/${flag}/`, { filters: share(80) }));
  // An administrator needs no approval here.
  await call('PATCH', `feature_flags/${flag}/`, { filters: share(20) }, anna.key);
  expect(await requestOf(id)).toMatchObject({ validation_status: 'stale', state: 'pending' });
  const approved = await decide(id, 'approve', mo.key);
  expect(approved.body).toMatchObject({
    status: 'failed',
    change_request: { state: 'failed', validation_status: 'stale' },
  });
  expect(String(approved.body['message'])).toContain('it was version 1 and is version 2');
  expect(await flagOf(flag)).toMatchObject({ version: 2, rollout_percentage: 20 });
});

it('applies a change once, whoever approves at the same time', async () => {
  const flag = await newFlag('once');
  await newPolicy();
  const id = proposed(await call('POST', `feature_flags/${flag}/disable/`, {}));
  const votes = await Promise.all([anna, mo].map(({ key }) => decide(id, 'approve', key)));
  expect(votes.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await flagOf(flag)).toMatchObject({ version: 2, active: false });
});

it('lets only those approve whom the policy names, as many as it asks for', async () => {
  const flag = await newFlag('two');
  await newPolicy({ approver_config: { quorum: 2, membership_levels: [8], users: [mo.id] } });
  const id = proposed(await call('PATCH', `feature_flags/${flag}/`, { active: false }));
  const other = await newColleague(database, 1);
  expect(await decide(id, 'approve', other.key)).toMatchObject({ status: 403 });
  const reader = await newColleague(database, 8, ['feature_flag:read']);
  expect(await decide(id, 'approve', reader.key)).toMatchObject({ status: 403 });
  expect((await decide(id, 'approve', anna.key)).body).toMatchObject({ status: 'approved' });
  expect((await decide(id, 'approve', anna.key)).body).toMatchObject({ code: 'invalid_state' });
  expect(await flagOf(flag)).toMatchObject({ active: true });
  expect((await decide(id, 'approve', mo.key)).body).toMatchObject({ status: 'applied' });
  const changes = changesOf((await history('FeatureFlag', flag))[0]);
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'approved_by', after: `${anna.email}, ${mo.email}` }),
  );
});

it('rejects with a reason, withdraws, and expires', async () => {
  const flag = await newFlag('no');
  await newPolicy({ expires_after: '60' });
  const change = () => call('PATCH', `feature_flags/${flag}/`, { active: false });
  const first = proposed(await change());
  expect((await change()).body).toMatchObject({
    code: 'change_request_pending',
    change_request_id: first,
  });
  expect((await decide(first, 'reject', anna.key)).body).toMatchObject({ attr: 'reason' });
  expect(await decide(first, 'cancel', anna.key)).toMatchObject({ status: 403 });
  expect((await decide(first, 'reject', anna.key, 'Not today')).body).toMatchObject({
    status: 'rejected',
    change_request: { state: 'rejected', user_decision: 'rejected' },
  });
  const second = proposed(await change());
  expect((await decide(second, 'cancel', api.masterKey)).body).toMatchObject({
    status: 'canceled',
  });
  const third = proposed(await change());
  await database.unrecorded
    .updateTable('change_requests')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', third)
    .execute();
  expect(await requestOf(third)).toMatchObject({ state: 'expired', can_cancel: false });
  expect(await decide(third, 'approve', anna.key)).toMatchObject({ status: 400 });
  expect(await flagOf(flag)).toMatchObject({ active: true, version: 1 });
  const listed = async (state: string) =>
    (await call('GET', `change_requests/?state=${state}&resource_id=${flag}`)).body.count;
  expect([await listed('expired'), await listed('rejected'), await listed('pending')]).toEqual([
    1, 2, 0,
  ]);
});

it('asks about large flags and tagged ones only, also when they are made small or untagged', async () => {
  await newPolicy({ conditions: { type: 'flag', rollout_above: 50, tags: ['checkout'] } });
  const small = await newFlag('small');
  expect(await call('PATCH', `feature_flags/${small}/`, { filters: share(50) })).toMatchObject({
    status: 200,
  });
  proposed(await call('PATCH', `feature_flags/${small}/`, { filters: share(51) }));
  const tagged = await newFlag('tagged', { active: false });
  await call('PATCH', `feature_flags/${tagged}/`, { tags: ['other'] });
  proposed(await call('PATCH', `feature_flags/${tagged}/`, { tags: ['checkout'] }));
  expect(await call('PATCH', `feature_flags/${tagged}/`, { name: 'Free' })).toMatchObject({
    status: 200,
  });
});

it('leaves no way round: creation, deletion, restoration, bulk, experiments, surveys, schedules', async () => {
  const flag = await newFlag('held');
  const gone = await newFlag('gone');
  await call('PATCH', `feature_flags/${gone}/`, { deleted: true });
  await newPolicy();
  const created = proposed(
    await call('POST', 'feature_flags/', { key: 'fresh', filters: share(100) }),
  );
  proposed(await call('PATCH', `feature_flags/${flag}/`, { deleted: true }));
  const restored = proposed(await call('PATCH', `feature_flags/${gone}/`, { deleted: false }));
  const bulk = await call('POST', 'feature_flags/bulk_delete/', { ids: [flag] });
  expect(bulk.body).toMatchObject({ deleted: [], errors: [{ id: flag, key: 'held' }] });
  proposed(await call('POST', 'early_access_feature/', { name: 'Early', stage: 'beta' }));
  const linked = { name: 'Linked', stage: 'beta', feature_flag_id: flag };
  proposed(await call('POST', 'early_access_feature/', linked));
  expect((await call('GET', 'early_access_feature/')).body.count).toBe(0);
  proposed(
    await call('POST', 'experiments/', {
      name: 'Begun',
      feature_flag_key: 'begun',
      start_date: '2026-01-01T00:00:00Z',
    }),
  );
  const survey = await call('POST', 'surveys/', {
    name: 'Ask',
    type: 'popover',
    questions: [{ type: 'open', question: 'Why?' }],
    targeting_flag_id: flag,
  });
  const retarget = { targeting_flag_filters: share(50) };
  // The link to the feature waits for the same action on the same flag.
  expect(await call('PATCH', `surveys/${survey.body.id}/`, retarget)).toMatchObject({
    status: 409,
    body: { code: 'change_request_pending' },
  });
  const scheduled = await call('POST', 'scheduled_changes/', {
    record_id: String(flag),
    model_name: 'FeatureFlag',
    payload: { operation: 'update_status', value: false },
    scheduled_at: new Date(Date.now() + 500).toISOString(),
  });
  await waitUntil(async () => {
    const { body } = await call('GET', `scheduled_changes/${scheduled.body.id}/`);
    expect(String(body['failure_reason'])).toContain('change request');
  });
  expect(await flagOf(flag)).toMatchObject({ version: 1, active: true, deleted: false });
  const { body } = await call('GET', 'feature_flags/');
  // The flag of a survey is not in the list.
  expect(body.results).toEqual([]);

  expect((await decide(created, 'approve', mo.key)).body).toMatchObject({ status: 'applied' });
  expect((await decide(restored, 'approve', mo.key)).body).toMatchObject({ status: 'applied' });
  const after = (await call('GET', 'feature_flags/?order=key')).body.results;
  expect(after.map((one) => one['key'])).toEqual(['fresh', 'gone']);
});

it('asks the checks again when it applies: other flags may have changed', async () => {
  const parent = await newFlag('parent');
  const child = await newFlag('child', { active: false });
  const dependency = {
    key: String(parent),
    type: 'flag',
    value: true,
    operator: 'flag_evaluates_to',
  };
  const policy = await newPolicy();
  const filters = { groups: [{ properties: [dependency], rollout_percentage: 100 }] };
  const id = proposed(await call('PATCH', `feature_flags/${child}/`, { filters }));
  await call('PATCH', `approval_policies/${policy}/`, { enabled: false });
  await call('PATCH', `feature_flags/${parent}/`, { deleted: true });
  const approved = await decide(id, 'approve', anna.key);
  expect(approved.body).toMatchObject({
    status: 'failed',
    change_request: { state: 'failed', validation_status: 'invalid' },
  });
  expect(String(approved.body['message'])).toContain('non-existent flag');
});

it('lets administrators change policies only, and explains what it does not support', async () => {
  const id = await newPolicy();
  const json = { action_key: 'feature_flag.update', approver_config: {} };
  expect(await call('POST', 'approval_policies/', json, mo.key)).toMatchObject({ status: 403 });
  expect(await call('PATCH', `approval_policies/${id}/`, {}, mo.key)).toMatchObject({
    status: 403,
  });
  expect(await call('DELETE', `approval_policies/${id}/`, undefined, mo.key)).toMatchObject({
    status: 403,
  });
  const again = await call('POST', 'approval_policies/', {
    ...json,
    action_key: 'feature_flag.any',
  });
  expect(again.body).toMatchObject({ code: 'unique', attr: 'action_key' });
  for (const wrong of [
    { allow_self_approve: true },
    { bypass_roles: ['x'] },
    { approver_config: { users: [999_999] } },
    { conditions: { type: 'flag' } },
    { expires_after: 'soon' },
  ]) {
    const { status, body } = await call('PATCH', `approval_policies/${id}/`, wrong);
    expect([status, body['type']]).toEqual([400, 'validation_error']);
  }
  const read = await call('GET', `approval_policies/${id}/`);
  expect(read.body).toMatchObject({ expires_after: '14 00:00:00', allow_self_approve: false });
});

it('never shows payloads that a flag encrypts, and stores them as the flag does', async () => {
  const flag = await newFlag('secret', { has_encrypted_payloads: true });
  await newPolicy();
  const filters = { ...share(10), payloads: { true: '"hidden-value"' } };
  const id = proposed(await call('PATCH', `feature_flags/${flag}/`, { filters }));
  const shown = await call('GET', `change_requests/${id}/`);
  expect(shown.text).toContain('(encrypted)');
  expect(shown.text).not.toContain('hidden-value');
  const stored = await database.db
    .selectFrom('change_requests')
    .selectAll()
    .where('id', '=', id)
    .execute();
  expect(JSON.stringify(stored)).not.toContain('hidden-value');
  expect((await decide(id, 'approve', anna.key)).body).toMatchObject({ status: 'applied' });
  const [entry] = await history('FeatureFlag', flag);
  expect(JSON.stringify(entry)).not.toContain('hidden-value');
});
