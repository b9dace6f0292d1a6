import { newColleague } from '../test-support/colleague';
import { share, proposed, approvalScene } from '../test-support/approval-scene';

const scene = approvalScene();
const { call, newFlag, newPolicy, flagOf, decide } = scene;

const requestOf = async (id: string, key?: string) =>
  (await call('GET', `change_requests/${id}/`, undefined, key)).body;
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
  await call('POST', `change_requests/${id}/comments/`, { content: 'Which test?' }, scene.anna.key);
  expect(await requestOf(id, scene.anna.key)).toMatchObject({
    action_key: 'feature_flag.update',
    state: 'pending',
    validation_status: 'valid',
    resource_id: String(flag),
    resource_key: 'wide',
    reason: 'The test went well',
    comments: [{ reason: 'Which test?', created_by: { email: scene.anna.email } }],
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

  expect(await decide(id, 'approve', scene.api.masterKey)).toMatchObject({ status: 403 });
  const approved = await decide(id, 'approve', scene.anna.key, 'Go');
  expect(approved.body).toMatchObject({
    status: 'applied',
    result: { resource_id: flag, resource_version: 2 },
    change_request: { state: 'applied', applied_by: { email: scene.anna.email } },
  });
  const owner = (await scene.api.call('GET', '/api/users/@me/')).body['email'];
  expect(await flagOf(flag)).toMatchObject({
    version: 2,
    rollout_percentage: 80,
    last_modified_by: { email: owner },
  });
  const [entry] = await history('FeatureFlag', flag);
  expect(entry).toMatchObject({ activity: 'updated', user: { email: owner } });
  const changes = changesOf(entry);
  expect(changes.find(({ field }) => field === 'approved_by')?.after).toBe(scene.anna.email);
  expect(changes.some(({ field }) => field === 'filters')).toBe(true);
  const entries = await history('ChangeRequest', id);
  expect(entries.map((one) => [one['activity'], (one['user'] as { email: string }).email])).toEqual(
    [
      ['applied', scene.anna.email],
      ['commented', scene.anna.email],
      ['updated', owner],
      ['created', owner],
    ],
  );
  expect(await decide(id, 'approve', scene.mo.key)).toMatchObject({ status: 400 });
});

it('does not apply a change to a flag that was changed since', async () => {
  const flag = await newFlag('moved');
  await newPolicy({ bypass_org_membership_levels: [8] });
  const id = proposed(await call('PATCH', `feature_flags/${flag}/`, { filters: share(80) }));
  // An administrator needs no approval here.
  await call('PATCH', `feature_flags/${flag}/`, { filters: share(20) }, scene.anna.key);
  expect(await requestOf(id)).toMatchObject({ validation_status: 'stale', state: 'pending' });
  const approved = await decide(id, 'approve', scene.mo.key);
  expect(approved.body).toMatchObject({
    status: 'failed',
    change_request: { state: 'failed', validation_status: 'stale' },
  });
  expect(String(approved.body['message'])).toContain('it was version 1 and is version 2');
  expect(await flagOf(flag)).toMatchObject({ version: 2, rollout_percentage: 20 });
});

it('applies a change once when several users approve it at the same time', async () => {
  const flag = await newFlag('once');
  await newPolicy();
  const id = proposed(await call('POST', `feature_flags/${flag}/disable/`, {}));
  const votes = await Promise.all(
    [scene.anna, scene.mo].map(({ key }) => decide(id, 'approve', key)),
  );
  expect(votes.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await flagOf(flag)).toMatchObject({ version: 2, active: false });
});

it('accepts approvals only from users of the policy, and requires their number', async () => {
  const flag = await newFlag('two');
  await newPolicy({ approver_config: { quorum: 2, membership_levels: [8], users: [scene.mo.id] } });
  const id = proposed(await call('PATCH', `feature_flags/${flag}/`, { active: false }));
  const other = await newColleague(scene.database, 1);
  expect(await decide(id, 'approve', other.key)).toMatchObject({ status: 403 });
  const reader = await newColleague(scene.database, 8, ['feature_flag:read']);
  expect(await decide(id, 'approve', reader.key)).toMatchObject({ status: 403 });
  expect((await decide(id, 'approve', scene.anna.key)).body).toMatchObject({ status: 'approved' });
  expect((await decide(id, 'approve', scene.anna.key)).body).toMatchObject({
    code: 'invalid_state',
  });
  expect(await flagOf(flag)).toMatchObject({ active: true });
  expect((await decide(id, 'approve', scene.mo.key)).body).toMatchObject({ status: 'applied' });
  const changes = changesOf((await history('FeatureFlag', flag))[0]);
  expect(changes).toContainEqual(
    expect.objectContaining({
      field: 'approved_by',
      after: `${scene.anna.email}, ${scene.mo.email}`,
    }),
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
  expect((await decide(first, 'reject', scene.anna.key)).body).toMatchObject({ attr: 'reason' });
  expect(await decide(first, 'cancel', scene.anna.key)).toMatchObject({ status: 403 });
  expect((await decide(first, 'reject', scene.anna.key, 'Not today')).body).toMatchObject({
    status: 'rejected',
    change_request: { state: 'rejected', user_decision: 'rejected' },
  });
  const second = proposed(await change());
  expect((await decide(second, 'cancel', scene.api.masterKey)).body).toMatchObject({
    status: 'canceled',
  });
  const third = proposed(await change());
  await scene.database.unrecorded
    .updateTable('change_requests')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', third)
    .execute();
  expect(await requestOf(third)).toMatchObject({ state: 'expired', can_cancel: false });
  expect(await decide(third, 'approve', scene.anna.key)).toMatchObject({ status: 400 });
  expect(await flagOf(flag)).toMatchObject({ active: true, version: 1 });
  const listed = async (state: string) =>
    (await call('GET', `change_requests/?state=${state}&resource_id=${flag}`)).body.count;
  expect([await listed('expired'), await listed('rejected'), await listed('pending')]).toEqual([
    1, 2, 0,
  ]);
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
  const approved = await decide(id, 'approve', scene.anna.key);
  expect(approved.body).toMatchObject({
    status: 'failed',
    change_request: { state: 'failed', validation_status: 'invalid' },
  });
  expect(String(approved.body['message'])).toContain('non-existent flag');
});

it('never shows payloads that a flag encrypts, and stores them as the flag does', async () => {
  const flag = await newFlag('secret', { has_encrypted_payloads: true });
  await newPolicy();
  const filters = { ...share(10), payloads: { true: '"hidden-value"' } };
  const id = proposed(await call('PATCH', `feature_flags/${flag}/`, { filters }));
  const shown = await call('GET', `change_requests/${id}/`);
  expect(shown.text).toContain('(encrypted)');
  expect(shown.text).not.toContain('hidden-value');
  const stored = await scene.database.db
    .selectFrom('change_requests')
    .selectAll()
    .where('id', '=', id)
    .execute();
  expect(JSON.stringify(stored)).not.toContain('hidden-value');
  expect((await decide(id, 'approve', scene.anna.key)).body).toMatchObject({ status: 'applied' });
  const [entry] = await history('FeatureFlag', flag);
  expect(JSON.stringify(entry)).not.toContain('hidden-value');
});
