import { createCohortRepository } from './cohorts/cohort-repository';
import { STATIC_VERSION } from './cohorts/static-members';
import { createFlagHashKeyStore } from './feature-flags/flag-hash-keys';
import { hashPersonalApiKey, hashProjectSecretKey } from './keys';
import { createPersonalApiKeyRepository } from './personal-api-keys/personal-api-key-repository';
import { createManyPersonsReader } from './persons/many-persons-reader';
import { createPersonReader } from './persons/person-reader';
import { createProjectRepository } from './projects/project-repository';
import { createUserRepository } from './users/user-repository';
import { USER, PROJECT, repositoryScene } from './test-support/repository-scene';

const scene = repositoryScene();

const by = (projectId: number) => ({ projectId, userId: USER });

it('counts are numbers', async () => {
  const { organizationId } = (await createProjectRepository(scene.database).findById(PROJECT))!;
  const page = await createProjectRepository(scene.database).list(organizationId, {
    limit: 1,
    offset: 1,
  });
  expect(page.count).toBe(2);
  expect(page.rows.map((project) => project.id)).toEqual([scene.other]);
});

it('updates only the given settings', async () => {
  const projects = createProjectRepository(scene.database);
  const before = (await projects.findById(scene.other))!;
  const filters = [{ key: 'email', value: 'x', type: 'person' }];
  const after = await projects.update(by(scene.other), {
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

it('finds a project by its secret key and, until that is deleted, by its backup key', async () => {
  const projects = createProjectRepository(scene.database);
  const idOf = async (value: string) =>
    (await projects.findBySecretKeyHash(hashProjectSecretKey(value)))?.id;
  const [first, second, third] = [
    (await projects.rotateSecretKey(by(scene.other)))!.value,
    (await projects.rotateSecretKey(by(scene.other)))!.value,
    (await projects.rotateSecretKey(by(scene.other)))!.value,
  ];
  expect(third).toMatch(/^phs_[0-9A-Za-z]{46}$/);
  expect([await idOf(first), await idOf(second), await idOf(third)]).toEqual([
    undefined,
    scene.other,
    scene.other,
  ]);
  expect(await projects.deleteSecretKeyBackup(by(scene.other))).toMatchObject({
    secretKeyMask: `phs_...${third.slice(-4)}`,
    secretKeyBackupMask: null,
  });
  expect([await idOf(second), await idOf(third)]).toEqual([undefined, scene.other]);
  expect(await projects.rotateSecretKey(by(9_999))).toBeNull();
});

describe('personal keys', () => {
  it('are found by hash until rolled or deleted', async () => {
    const keys = createPersonalApiKeyRepository(scene.database);
    const issued = await keys.create(by(PROJECT), {
      userId: USER,
      label: 'ci',
      scopes: ['query:read'],
      scopedTeams: [scene.other],
      scopedOrganizations: [],
    });
    const found = await keys.findByHash(hashPersonalApiKey(issued.value));
    expect(found).toEqual(issued.key);
    const rolled = await keys.roll(by(PROJECT), USER, issued.key.id);
    expect(await keys.findByHash(hashPersonalApiKey(issued.value))).toBeNull();
    expect(await keys.findByHash(hashPersonalApiKey(rolled!.value))).toMatchObject({
      scopedTeams: [scene.other],
    });
    expect(await keys.delete(by(PROJECT), USER, issued.key.id)).toBe(true);
    expect(await keys.delete(by(PROJECT), USER, issued.key.id)).toBe(false);
    expect(await keys.findByHash(hashPersonalApiKey(rolled!.value))).toBeNull();
  });

  it('record their use at most once an hour', async () => {
    const keys = createPersonalApiKeyRepository(scene.database);
    await keys.touch('bootstrap');
    const first = (await keys.findById(USER, 'bootstrap'))!.lastUsedAt;
    expect(first).toBeInstanceOf(Date);
    await keys.touch('bootstrap');
    expect((await keys.findById(USER, 'bootstrap'))!.lastUsedAt).toEqual(first);
  });

  it('of inactive users are not found', async () => {
    const keys = createPersonalApiKeyRepository(scene.database);
    const setActive = (active: boolean) =>
      scene.database.db
        .updateTable('users')
        .set({ is_active: active })
        .where('id', '=', USER)
        .execute();
    await setActive(false);
    expect(await keys.findByHash(hashPersonalApiKey('phx_a'))).toBeNull();
    await setActive(true);
    expect(await keys.findByHash(hashPersonalApiKey('phx_a'))).not.toBeNull();
  });
});

it('finds users and their organization', async () => {
  const users = createUserRepository(scene.database);
  const user = (await users.findById(USER))!;
  expect(user.currentProjectId).toBe(PROJECT);
  expect(await users.findOrganization(user.organizationId)).toMatchObject({ slug: 'default' });
  expect([...(await users.findMany([USER, 999])).keys()]).toEqual([USER]);
});

it('reads person and group properties of one project only', async () => {
  const id = '01890000-0000-7000-8000-000000000001';
  const created_at = new Date();
  await scene.database.db
    .insertInto('persons')
    .values({ project_id: PROJECT, id, properties: '{"plan":"pro"}', version: 3, created_at })
    .execute();
  await scene.database.db
    .insertInto('person_distinct_ids')
    .values({ project_id: PROJECT, distinct_id: 'u1', person_id: id })
    .execute();
  await scene.database.db
    .insertInto('groups')
    .values({
      project_id: PROJECT,
      group_type_index: 0,
      group_key: 'acme',
      properties: '{"n":1}',
      created_at,
    })
    .execute();
  await scene.database.db
    .insertInto('group_types')
    .values({ project_id: PROJECT, group_type: 'company', group_type_index: 0 })
    .execute();

  const reader = createPersonReader(scene.database);
  expect(await reader.findByDistinctId(PROJECT, 'u1')).toEqual({
    ...{ id, properties: { plan: 'pro' }, version: 3 },
  });
  expect(await reader.findByDistinctId(scene.other, 'u1')).toBeNull();
  expect(await reader.findByDistinctId(PROJECT, 'u\0')).toBeNull();
  const acme = { groupTypeIndex: 0, groupKey: 'acme' };
  expect(await reader.findGroupProperties(PROJECT, acme)).toEqual({ n: 1 });
  expect(await reader.findGroupProperties(scene.other, acme)).toBeNull();
  expect(await reader.listGroupTypes(PROJECT)).toEqual([
    { groupType: 'company', groupTypeIndex: 0 },
  ]);
  const many = createManyPersonsReader(scene.database);
  const ids = ['u1', 'unknown', 'u\0'];
  expect([...(await many.findByDistinctIds(PROJECT, ids))]).toEqual([
    ['u1', { id, properties: { plan: 'pro' }, version: 3 }],
  ]);
  expect((await many.findByDistinctIds(scene.other, ids)).size).toBe(0);
  await createFlagHashKeyStore(scene.database).keep(
    PROJECT,
    { distinctId: 'u1', anonDistinctId: 'anonymous' },
    ['steady'],
  );
  expect([...(await many.findHashKeys(PROJECT, ids))]).toEqual([
    ['u1', { personId: id, hashKeys: { steady: 'anonymous' } }],
  ]);
  expect((await many.findHashKeys(scene.other, ids)).size).toBe(0);
  const groups = [acme, { groupTypeIndex: 1, groupKey: 'acme' }, { ...acme, groupKey: 'x\0' }];
  expect([...(await many.findGroupProperties(PROJECT, groups))]).toEqual([['0:acme', { n: 1 }]]);
  expect((await many.findGroupProperties(scene.other, groups)).size).toBe(0);
  const cohort = await createCohortRepository(scene.database).create(PROJECT, USER, {
    name: 'static',
    isStatic: true,
  });
  await scene.database.db
    .insertInto('cohort_members')
    .values({ project_id: PROJECT, cohort_id: cohort.id, person_id: id, version: STATIC_VERSION })
    .execute();
  expect([...(await many.listCohorts(PROJECT, [id]))]).toEqual([[id, [cohort.id]]]);
  expect((await many.listCohorts(scene.other, [id])).size).toBe(0);
  expect(await reader.listCohorts(PROJECT, id)).toEqual([cohort.id]);

  expect([
    ...(await createProjectRepository(scene.database).ingestedAmong([PROJECT, scene.other])),
  ]).toEqual([PROJECT]);
  const { version } = await scene.database.db
    .selectFrom('persons')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(version).toBe(3);
});
