import { waitUntil } from '@tidemark/testing';
import { share, proposed, approvalScene } from '../test-support/approval-scene';

const scene = approvalScene();
const { call, newFlag, newPolicy, flagOf, decide } = scene;

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

  expect((await decide(created, 'approve', scene.mo.key)).body).toMatchObject({
    status: 'applied',
  });
  expect((await decide(restored, 'approve', scene.mo.key)).body).toMatchObject({
    status: 'applied',
  });
  const after = (await call('GET', 'feature_flags/?order=key')).body.results;
  expect(after.map((one) => one['key'])).toEqual(['fresh', 'gone']);
});

it('lets administrators change policies only, and explains what it does not support', async () => {
  const id = await newPolicy();
  const json = { action_key: 'feature_flag.update', approver_config: {} };
  expect(await call('POST', 'approval_policies/', json, scene.mo.key)).toMatchObject({
    status: 403,
  });
  expect(await call('PATCH', `approval_policies/${id}/`, {}, scene.mo.key)).toMatchObject({
    status: 403,
  });
  expect(await call('DELETE', `approval_policies/${id}/`, undefined, scene.mo.key)).toMatchObject({
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
    { approver_config: { quorum: 2, users: [scene.mo.id, scene.mo.id] } },
    { approver_config: { users: [3_000_000_000] } },
    { conditions: { type: 'flag' } },
    { expires_after: 'soon' },
  ]) {
    const { status, body } = await call('PATCH', `approval_policies/${id}/`, wrong);
    expect([status, body['type']]).toEqual([400, 'validation_error']);
  }
  const read = await call('GET', `approval_policies/${id}/`);
  expect(read.body).toMatchObject({ expires_after: '14 00:00:00', allow_self_approve: false });
});
