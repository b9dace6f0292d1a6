import { createIsolatedDatabase } from '@tidemark/testing';
import { createActionRepository } from './actions/action-repository';
import { bootstrap } from './bootstrap';
import { createCohortRepository } from './cohorts/cohort-repository';
import { STATIC_VERSION } from './cohorts/static-members';
import type { Database } from './database';
import { createFeatureFlagRepository } from './feature-flags/feature-flag-repository';
import { createFlagHashKeyStore } from './feature-flags/flag-hash-keys';
import { hashPersonalApiKey, hashProjectSecretKey } from './keys';
import { createPersonalApiKeyRepository } from './personal-api-keys/personal-api-key-repository';
import { createManyPersonsReader } from './persons/many-persons-reader';
import { createPersonReader } from './persons/person-reader';
import { createProjectRepository } from './projects/project-repository';
import { createUserRepository } from './users/user-repository';

const ALL = { limit: null, offset: 0 };
const USER = 1;
const PROJECT = 1;
const by = (projectId: number) => ({ projectId, userId: USER });
let database: Database;
let other: number;

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_a' });
  const projects = createProjectRepository(database);
  const { organizationId } = (await projects.findById(PROJECT))!;
  other = (await projects.create({ organizationId, userId: null }, { name: 'Other' })).id;
});
afterAll(() => database.close());

it('counts are numbers', async () => {
  const { organizationId } = (await createProjectRepository(database).findById(PROJECT))!;
  const page = await createProjectRepository(database).list(organizationId, {
    limit: 1,
    offset: 1,
  });
  expect(page.count).toBe(2);
  expect(page.rows.map((project) => project.id)).toEqual([other]);
});

it('updates only the settings given', async () => {
  const projects = createProjectRepository(database);
  const before = (await projects.findById(other))!;
  const filters = [{ key: 'email', value: 'x', type: 'person' }];
  const after = await projects.update(by(other), {
    timezone: 'Europe/Berlin',
    testAccountFilters: filters,
  });
  expect(after).toMatchObject({
    name: before.name,
    apiToken: before.apiToken,
    timezone: 'Europe/Berlin',
    testAccountFilters: filters,
  });
  expect(await projects.update(by(9_999), { name: 'x' })).toBeNull();
});

it('finds a project by its secret key and, until it is deleted, by the one before', async () => {
  const projects = createProjectRepository(database);
  const idOf = async (value: string) =>
    (await projects.findBySecretKeyHash(hashProjectSecretKey(value)))?.id;
  const [first, second, third] = [
    (await projects.rotateSecretKey(by(other)))!.value,
    (await projects.rotateSecretKey(by(other)))!.value,
    (await projects.rotateSecretKey(by(other)))!.value,
  ];
  expect(third).toMatch(/^phs_[0-9A-Za-z]{46}$/);
  expect([await idOf(first), await idOf(second), await idOf(third)]).toEqual([
    undefined,
    other,
    other,
  ]);
  expect(await projects.deleteSecretKeyBackup(by(other))).toMatchObject({
    secretKeyMask: `phs_...${third.slice(-4)}`,
    secretKeyBackupMask: null,
  });
  expect([await idOf(second), await idOf(third)]).toEqual([undefined, other]);
  expect(await projects.rotateSecretKey(by(9_999))).toBeNull();
});

describe('personal keys', () => {
  it('are found by hash until rolled or deleted', async () => {
    const keys = createPersonalApiKeyRepository(database);
    const issued = await keys.create(by(PROJECT), {
      userId: USER,
      label: 'ci',
      scopes: ['query:read'],
      scopedTeams: [other],
      scopedOrganizations: [],
    });
    const found = await keys.findByHash(hashPersonalApiKey(issued.value));
    expect(found).toEqual(issued.key);
    const rolled = await keys.roll(by(PROJECT), USER, issued.key.id);
    expect(await keys.findByHash(hashPersonalApiKey(issued.value))).toBeNull();
    expect(await keys.findByHash(hashPersonalApiKey(rolled!.value))).toMatchObject({
      scopedTeams: [other],
    });
    expect(await keys.delete(by(PROJECT), USER, issued.key.id)).toBe(true);
    expect(await keys.delete(by(PROJECT), USER, issued.key.id)).toBe(false);
    expect(await keys.findByHash(hashPersonalApiKey(rolled!.value))).toBeNull();
  });

  it('note their use at most once an hour', async () => {
    const keys = createPersonalApiKeyRepository(database);
    await keys.touch('bootstrap');
    const first = (await keys.findById(USER, 'bootstrap'))!.lastUsedAt;
    expect(first).toBeInstanceOf(Date);
    await keys.touch('bootstrap');
    expect((await keys.findById(USER, 'bootstrap'))!.lastUsedAt).toEqual(first);
  });

  it('of inactive users are not found', async () => {
    const keys = createPersonalApiKeyRepository(database);
    const setActive = (active: boolean) =>
      database.db.updateTable('users').set({ is_active: active }).where('id', '=', USER).execute();
    await setActive(false);
    expect(await keys.findByHash(hashPersonalApiKey('phx_a'))).toBeNull();
    await setActive(true);
    expect(await keys.findByHash(hashPersonalApiKey('phx_a'))).not.toBeNull();
  });
});

describe('actions', () => {
  it('reject a live name of the same project only', async () => {
    const actions = createActionRepository(database);
    const first = await actions.create(PROJECT, USER, { name: 'Paid', tags: ['a'] });
    if (first.outcome !== 'saved') throw new Error(first.outcome);
    const { id } = first.action;
    expect(await actions.create(PROJECT, USER, { name: 'Paid' })).toEqual({
      outcome: 'name_taken',
      byId: id,
    });
    expect(await actions.create(PROJECT, USER, { name: 'paid' })).toMatchObject({
      outcome: 'saved',
    });
    expect(await actions.create(other, USER, { name: 'Paid' })).toMatchObject({ outcome: 'saved' });
    expect(await actions.update(PROJECT, USER, id, { name: 'Paid' })).toMatchObject({
      outcome: 'saved',
    });
    await actions.update(PROJECT, USER, id, { deleted: true });
    expect(await actions.create(PROJECT, USER, { name: 'Paid' })).toMatchObject({
      outcome: 'saved',
    });
  });

  it('let one of several simultaneous writers have a name', async () => {
    const actions = createActionRepository(database);
    const results = await Promise.all(
      Array.from({ length: 4 }, () => actions.create(PROJECT, USER, { name: 'Contended' })),
    );
    expect(results.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1);
  });

  it('of another project are neither found, changed nor listed', async () => {
    const actions = createActionRepository(database);
    const made = await actions.create(PROJECT, USER, { name: 'Mine' });
    if (made.outcome !== 'saved') throw new Error(made.outcome);
    expect(await actions.findById(other, made.action.id)).toBeNull();
    expect(await actions.update(other, USER, made.action.id, { description: 'x' })).toEqual({
      outcome: 'not_found',
    });
    const listed = await actions.list(other, { order: null, page: ALL });
    expect(listed.rows.map((action) => action.projectId)).not.toContain(PROJECT);
  });

  it('are listed newest first, filtered, paged', async () => {
    const actions = createActionRepository(database);
    const project = (
      await createProjectRepository(database).create(
        {
          organizationId: (await createProjectRepository(database).findById(PROJECT))!
            .organizationId,
          userId: USER,
        },
        { name: 'List' },
      )
    ).id;
    for (const name of ['Alpha', 'Beta', '100%', 'Gamma']) {
      await actions.create(project, USER, { name, tags: [name.toLowerCase()] });
    }
    const names = async (query: Partial<Parameters<typeof actions.list>[1]>) =>
      (await actions.list(project, { order: null, page: ALL, ...query })).rows.map((a) => a.name);
    expect(await names({})).toEqual(['Gamma', '100%', 'Beta', 'Alpha']);
    expect(await names({ order: { field: 'name', descending: false } })).toEqual([
      '100%',
      'Alpha',
      'Beta',
      'Gamma',
    ]);
    expect(await names({ search: 'ALPH' })).toEqual(['Alpha']);
    expect(await names({ search: '%' })).toEqual(['100%']);
    expect(await names({ tags: ['beta', 'none'] })).toEqual(['Beta']);
    expect(await names({ createdByIds: [] })).toEqual([]);
    const page = await actions.list(project, { order: null, page: { limit: 2, offset: 1 } });
    expect(page.count).toBe(4);
    expect(page.rows.map((action) => action.name)).toEqual(['100%', 'Beta']);
  });
});

describe('feature flags', () => {
  it('count versions, keep keys unique among the living, purge the dead', async () => {
    const flags = createFeatureFlagRepository(database);
    const made = await flags.create(PROJECT, USER, { key: 'beta' });
    if (made.outcome !== 'saved') throw new Error(made.outcome);
    expect(made.flag).toMatchObject({ version: 1, active: true });
    expect(await flags.create(PROJECT, USER, { key: 'beta' })).toEqual({ outcome: 'key_taken' });
    expect(await flags.create(other, USER, { key: 'beta' })).toMatchObject({ outcome: 'saved' });

    const gone = await flags.update(PROJECT, USER, made.flag.id, { deleted: true });
    expect(gone).toMatchObject({ flag: { version: 2, deleted: true } });
    expect(await flags.listLive(PROJECT)).toEqual([]);
    await flags.create(PROJECT, USER, { key: 'beta' });
    expect(await flags.findById(PROJECT, made.flag.id)).toBeNull();
  });

  it('lists the live flags of the project for the edge', async () => {
    const flags = createFeatureFlagRepository(database);
    await flags.create(PROJECT, USER, { key: 'off', active: false });
    const live = (await flags.listLive(PROJECT)).map(({ key, active }) => [key, active]);
    expect(live).toEqual([
      ['beta', true],
      ['off', false],
    ]);
    const found = await flags.list(PROJECT, { search: 'OF', page: ALL });
    expect(found.rows.map((flag) => flag.key)).toEqual(['off']);
  });
});

it('finds users and their organization', async () => {
  const users = createUserRepository(database);
  const user = (await users.findById(USER))!;
  expect(user.currentProjectId).toBe(PROJECT);
  expect(await users.findOrganization(user.organizationId)).toMatchObject({ slug: 'default' });
  expect([...(await users.findMany([USER, 999])).keys()]).toEqual([USER]);
});

it('reads person and group properties inside one project', async () => {
  const id = '01890000-0000-7000-8000-000000000001';
  const created_at = new Date();
  await database.db
    .insertInto('persons')
    .values({ project_id: PROJECT, id, properties: '{"plan":"pro"}', version: 3, created_at })
    .execute();
  await database.db
    .insertInto('person_distinct_ids')
    .values({ project_id: PROJECT, distinct_id: 'u1', person_id: id })
    .execute();
  await database.db
    .insertInto('groups')
    .values({
      project_id: PROJECT,
      group_type_index: 0,
      group_key: 'acme',
      properties: '{"n":1}',
      created_at,
    })
    .execute();
  await database.db
    .insertInto('group_types')
    .values({ project_id: PROJECT, group_type: 'company', group_type_index: 0 })
    .execute();

  const reader = createPersonReader(database);
  expect(await reader.findByDistinctId(PROJECT, 'u1')).toEqual({ id, properties: { plan: 'pro' } });
  expect(await reader.findByDistinctId(other, 'u1')).toBeNull();
  expect(await reader.findByDistinctId(PROJECT, 'u\0')).toBeNull();
  const acme = { groupTypeIndex: 0, groupKey: 'acme' };
  expect(await reader.findGroupProperties(PROJECT, acme)).toEqual({ n: 1 });
  expect(await reader.findGroupProperties(other, acme)).toBeNull();
  expect(await reader.listGroupTypes(PROJECT)).toEqual([
    { groupType: 'company', groupTypeIndex: 0 },
  ]);
  const many = createManyPersonsReader(database);
  const ids = ['u1', 'unknown', 'u\0'];
  expect([...(await many.findByDistinctIds(PROJECT, ids))]).toEqual([
    ['u1', { id, properties: { plan: 'pro' } }],
  ]);
  expect((await many.findByDistinctIds(other, ids)).size).toBe(0);
  await createFlagHashKeyStore(database).keep(
    PROJECT,
    { distinctId: 'u1', anonDistinctId: 'anonymous' },
    ['steady'],
  );
  expect([...(await many.findHashKeys(PROJECT, ids))]).toEqual([
    ['u1', { personId: id, hashKeys: { steady: 'anonymous' } }],
  ]);
  expect((await many.findHashKeys(other, ids)).size).toBe(0);
  const groups = [acme, { groupTypeIndex: 1, groupKey: 'acme' }, { ...acme, groupKey: 'x\0' }];
  expect([...(await many.findGroupProperties(PROJECT, groups))]).toEqual([['0:acme', { n: 1 }]]);
  expect((await many.findGroupProperties(other, groups)).size).toBe(0);
  const cohort = await createCohortRepository(database).create(PROJECT, USER, {
    name: 'static',
    isStatic: true,
  });
  await database.db
    .insertInto('cohort_members')
    .values({ project_id: PROJECT, cohort_id: cohort.id, person_id: id, version: STATIC_VERSION })
    .execute();
  expect([...(await many.listCohorts(PROJECT, [id]))]).toEqual([[id, [cohort.id]]]);
  expect((await many.listCohorts(other, [id])).size).toBe(0);
  expect(await reader.listCohorts(PROJECT, id)).toEqual([cohort.id]);

  expect([...(await createProjectRepository(database).ingestedAmong([PROJECT, other]))]).toEqual([
    PROJECT,
  ]);
  const { version } = await database.db
    .selectFrom('persons')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(version).toBe(3);
});
