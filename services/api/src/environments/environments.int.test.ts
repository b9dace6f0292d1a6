import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { newColleague } from '../test-support/colleague';

const ORGANIZATION = '/api/organizations/@current/';
let api: TestApi;
let database: Database;
let staging: number;
let production: number;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  api = await startTestApi(stores);
  const logger = createLogger('test', 'silent');
  database = createDatabase(stores.postgres, { poolSize: 2, logger });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  staging = await api.newProject('Shop staging');
  production = await api.newProject('Shop');
});

async function make(project: number, resource: string, json: object): Promise<WireBody> {
  const made = await api.call('POST', `/api/projects/${project}/${resource}/`, { json });
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  return made.body;
}
const share = (rollout_percentage: number, ...properties: object[]) => ({
  groups: [{ properties, rollout_percentage }],
});
const inCohort = (value: number) => ({ key: 'id', type: 'cohort', value, operator: 'in' });
const onFlag = (id: number) => ({
  key: String(id),
  type: 'flag',
  value: true,
  operator: 'flag_evaluates_to',
});
const cohortFilters = (...values: object[]) => ({
  properties: { type: 'OR', values: [{ type: 'AND', values }] },
});
const isPaying = { key: 'plan', type: 'person', value: 'paid', operator: 'exact' };
const copy = (json: object, key = api.masterKey) =>
  api.call('POST', `${ORGANIZATION}feature_flags/copy_flags/`, {
    key,
    json: { from_project: staging, target_project_ids: [production], ...json },
  });
const flagsOf = async (project: number) =>
  (await api.call('GET', `/api/projects/${project}/feature_flags/?order=key`)).body.results;
const plans = (body: WireBody) => body['plans'] as Record<string, unknown>[];

it('copies a flag with its cohorts and the flags it depends on, after a dry run', async () => {
  const inner = await make(staging, 'cohorts', {
    name: 'Paying',
    filters: cohortFilters(isPaying),
  });
  const outer = await make(staging, 'cohorts', {
    name: 'Good',
    filters: cohortFilters({ type: 'cohort', key: 'id', value: inner.id }),
  });
  const parent = await make(staging, 'feature_flags', { key: 'parent', filters: share(100) });
  await make(staging, 'feature_flags', {
    key: 'child',
    filters: share(40, inCohort(outer.id), onFlag(parent.id)),
    tags: ['shop'],
  });
  // Ids differ between the projects.
  await make(production, 'feature_flags', { key: 'other', filters: share(5) });

  const rejected = await copy({ feature_flag_key: 'child' });
  expect(rejected.body).toMatchObject({
    success: [],
    failed: [{ project_id: production, errors: expect.stringContaining("'parent'") as string }],
  });
  const wanted = { feature_flag_key: 'child', include_dependencies: true };
  const dry = await copy({ ...wanted, dry_run: true });
  expect(plans(dry.body)).toMatchObject([
    {
      action: 'create',
      version: null,
      cohorts: [
        { source_id: inner.id, name: 'Paying', action: 'create' },
        { source_id: outer.id, name: 'Good', action: 'create' },
      ],
      dependencies: [{ key: 'parent', action: 'copy' }],
      problems: [],
    },
  ]);
  expect(dry.body['success']).toEqual([]);
  expect(await flagsOf(production)).toHaveLength(1);

  const versions = { [staging]: 1, [production]: null };
  const done = await copy({ ...wanted, expected_versions: versions });
  expect(done.body).toMatchObject({ failed: [], success: [{ key: 'child', tags: ['shop'] }] });
  const [child, , copiedParent] = await flagsOf(production);
  const cohorts = (await api.call('GET', `/api/projects/${production}/cohorts/`)).body.results;
  const idOf = (name: string) => cohorts.find((one) => one['name'] === name)?.id;
  expect(child).toMatchObject({
    key: 'child',
    filters: {
      groups: [
        {
          rollout_percentage: 40,
          properties: [{ value: idOf('Good') }, { key: String(copiedParent?.id) }],
        },
      ],
    },
  });
  const good = cohorts.find((one) => one['name'] === 'Good');
  expect(JSON.stringify(good?.['filters'])).toContain(`"value":${idOf('Paying')}`);
  // The same again changes nothing, and makes no second cohort.
  const again = await copy({ ...wanted, dry_run: true });
  expect(plans(again.body)).toMatchObject([
    { action: 'none', differences: [], cohorts: [{ action: 'found' }, { action: 'found' }] },
  ]);
});

it('promotes a change with its difference, with mapped cohorts, and only what was shown', async () => {
  const source = await make(staging, 'cohorts', { name: 'Team', is_static: true });
  const target = await make(production, 'cohorts', { name: 'Everybody at work', is_static: true });
  const flag = await make(staging, 'feature_flags', {
    key: 'wide',
    filters: share(50, inCohort(source.id)),
  });
  const there = await make(production, 'feature_flags', { key: 'wide', filters: share(10) });
  const unmapped = await copy({ feature_flag_key: 'wide', dry_run: true });
  expect(plans(unmapped.body)).toMatchObject([
    { cohorts: [{ action: 'missing' }], problems: [expect.stringContaining("'Team'") as string] },
  ]);
  const mapping = { cohort_mapping: { [production]: { [source.id]: target.id } } };
  const dry = await copy({ feature_flag_key: 'wide', dry_run: true, ...mapping });
  expect(plans(dry.body)).toMatchObject([
    {
      action: 'update',
      version: 1,
      differences: [
        {
          field: 'filters',
          before: share(10),
          after: share(50, { ...inCohort(0), value: 'Everybody at work' }),
        },
      ],
      problems: [],
    },
  ]);
  await api.call('PATCH', `/api/projects/${production}/feature_flags/${there.id}/`, {
    json: { filters: share(11) },
  });
  const late = { feature_flag_key: 'wide', ...mapping, expected_versions: { [production]: 1 } };
  expect((await copy(late)).body['failed']).toMatchObject([
    { errors: expect.stringContaining('was version 1 and is version 2') as string },
  ]);
  const done = await copy({ ...late, expected_versions: { [production]: 2, [staging]: 1 } });
  expect(done.body).toMatchObject({
    failed: [],
    success: [{ id: there.id, filters: { groups: [{ properties: [{ value: target.id }] }] } }],
  });
  const listed = await api.call('GET', `${ORGANIZATION}feature_flags/wide/`);
  expect(listed.body).toMatchObject([{ flag_id: flag.id }, { flag_id: there.id }]);
});

it('copies a schedule once, however often the flag is copied', async () => {
  const cohort = await make(staging, 'cohorts', {
    name: 'Paying',
    filters: cohortFilters(isPaying),
  });
  const flag = await make(staging, 'feature_flags', { key: 'planned', filters: share(10) });
  const plan = (payload: object, more: object = {}) =>
    make(staging, 'scheduled_changes', {
      record_id: String(flag.id),
      model_name: 'FeatureFlag',
      payload,
      scheduled_at: '2099-01-01T09:00:00Z',
      ...more,
    });
  await plan({ operation: 'update_status', value: false });
  await plan({
    operation: 'add_release_condition',
    value: share(50, inCohort(cohort.id)),
  });
  const wanted = { feature_flag_key: 'planned', copy_schedule: true };
  expect((await copy(wanted)).body['failed']).toEqual([]);
  await plan(
    { operation: 'update_status', value: true },
    { is_recurring: true, recurrence_interval: 'daily' },
  );
  expect((await copy(wanted)).body['failed']).toEqual([]);
  expect((await copy(wanted)).body['failed']).toEqual([]);
  const path = `/api/projects/${production}/scheduled_changes/?model_name=FeatureFlag`;
  const { results } = (await api.call('GET', path)).body;
  expect(results.map(({ payload }) => (payload as { operation: string }).operation)).toEqual([
    'update_status',
    'add_release_condition',
    'update_status',
  ]);
});

it('copies a scheduled change in the terms of its new project', async () => {
  const flag = await make(staging, 'feature_flags', { key: 'ahead', filters: share(10) });
  const cohort = await make(staging, 'cohorts', {
    name: 'Early',
    filters: cohortFilters(isPaying),
  });
  const base = await make(staging, 'feature_flags', { key: 'base', filters: share(10) });
  await make(staging, 'scheduled_changes', {
    record_id: flag['id'],
    model_name: 'FeatureFlag',
    scheduled_at: '2099-01-01T00:00:00Z',
    payload: {
      operation: 'add_release_condition',
      value: share(50, inCohort(cohort.id), onFlag(base.id)),
    },
  });
  const wanted = { feature_flag_key: 'ahead', copy_schedule: true };
  const reason = "The flag depends on 'base', which the target does not have.";
  expect((await copy(wanted)).body['failed']).toEqual([
    { project_id: production, errors: reason, error_message: reason },
  ]);
  const copied = await copy({ ...wanted, include_dependencies: true });
  expect(copied.body['failed']).toEqual([]);
  const [made] = (await api.call('GET', `/api/projects/${production}/cohorts/`)).body.results;
  const there = (await flagsOf(production)).find(({ key }) => key === 'base');
  const path = `/api/projects/${production}/scheduled_changes/`;
  const [change] = (await api.call('GET', path)).body.results;
  expect(made).toMatchObject({ name: 'Early' });
  expect(change?.['payload']).toMatchObject({
    value: share(50, inCohort(made?.['id'] as number), onFlag(there?.['id'] as number)),
  });
});

it('turns a copy that needs an approval into a change request of the target', async () => {
  await make(staging, 'feature_flags', { key: 'held', filters: share(50) });
  const there = await make(production, 'feature_flags', { key: 'held', filters: share(10) });
  await make(production, 'approval_policies', {
    action_key: 'feature_flag.any',
    approver_config: {},
  });
  const { body } = await copy({ feature_flag_key: 'held' });
  expect(body['success']).toEqual([]);
  const [failed] = body['failed'] as { change_request_id: string }[];
  const colleague = await newColleague(database);
  const path = `/api/projects/${production}/change_requests/${failed?.change_request_id}/approve/`;
  const approved = await api.call('POST', path, { key: colleague.key, json: {} });
  expect(approved.body).toMatchObject({ status: 'applied' });
  expect(await flagsOf(production)).toMatchObject([{ id: there.id, rollout_percentage: 50 }]);
});

it('compares the flags of linked projects, cohorts and flags by name', async () => {
  const same = { key: 'same', filters: share(30) };
  const sides = [];
  for (const project of [staging, production]) {
    await make(project, 'feature_flags', { key: `only_${project}`, filters: share(1) });
    const cohort = await make(project, 'cohorts', {
      name: 'Paying',
      filters: cohortFilters(isPaying),
    });
    await make(project, 'feature_flags', { key: 'cohort', filters: share(7, inCohort(cohort.id)) });
    sides.push(await make(project, 'feature_flags', same));
  }
  const environments = [
    { project_id: staging, name: 'staging' },
    { project_id: production, name: 'production' },
  ];
  const chains = `${ORGANIZATION}environments/`;
  const chain = await api.call('POST', chains, { json: { name: 'Shop', environments } });
  expect(chain.body).toMatchObject({
    environments: [{ project_name: 'Shop staging' }, { project_name: 'Shop' }],
  });
  const again = await api.call('POST', chains, { json: { name: 'Shop', environments } });
  expect(again.body).toMatchObject({ code: 'unique', attr: 'environments' });
  await api.call('PATCH', `/api/projects/${production}/feature_flags/${sides[1]?.id}/`, {
    json: { active: false },
  });
  const compared = await api.call('GET', `${chains}${String(chain.body.id)}/flags/`);
  const row = (key: string) => compared.body.results.find((one) => one['key'] === key);
  expect(row('same')).toMatchObject({
    differs: true,
    flags: [
      { present: true, enabled: true, rollout_percentage: 30, differs: [] },
      { present: true, enabled: false, rollout_percentage: 0, differs: ['active'] },
    ],
  });
  expect(row('cohort')).toMatchObject({ differs: false });
  expect(row(`only_${staging}`)).toMatchObject({
    differs: true,
    flags: [{ present: true }, { present: false, version: null }],
  });
  const member = await newColleague(database, 1);
  const path = `${chains}${String(chain.body.id)}/`;
  expect(await api.call('DELETE', path, { key: member.key })).toMatchObject({ status: 403 });
  expect(await api.call('DELETE', path)).toMatchObject({ status: 204 });
  const strange = [{ project_id: 999_999, name: 'x' }, environments[0]];
  const wrong = await api.call('POST', chains, { json: { name: 'No', environments: strange } });
  expect(wrong.body).toMatchObject({ code: 'does_not_exist' });
});
