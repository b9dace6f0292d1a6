import { createActionRepository } from './actions/action-repository';
import { createFeatureFlagRepository } from './feature-flags/feature-flag-repository';
import { createProjectRepository } from './projects/project-repository';
import { USER, PROJECT, repositoryScene } from './test-support/repository-scene';

const scene = repositoryScene();

const ALL = { limit: null, offset: 0 };

describe('actions', () => {
  it('reject a name only if an action of the same project has it and is not deleted', async () => {
    const actions = createActionRepository(scene.database);
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
    expect(await actions.create(scene.other, USER, { name: 'Paid' })).toMatchObject({
      outcome: 'saved',
    });
    expect(await actions.update(PROJECT, USER, id, { name: 'Paid' })).toMatchObject({
      outcome: 'saved',
    });
    await actions.update(PROJECT, USER, id, { deleted: true });
    expect(await actions.create(PROJECT, USER, { name: 'Paid' })).toMatchObject({
      outcome: 'saved',
    });
  });

  it('accept a name from only one of several simultaneous writers', async () => {
    const actions = createActionRepository(scene.database);
    const results = await Promise.all(
      Array.from({ length: 4 }, () => actions.create(PROJECT, USER, { name: 'Contended' })),
    );
    expect(results.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1);
  });

  it('of another project are neither found, changed nor listed', async () => {
    const actions = createActionRepository(scene.database);
    const made = await actions.create(PROJECT, USER, { name: 'Mine' });
    if (made.outcome !== 'saved') throw new Error(made.outcome);
    expect(await actions.findById(scene.other, made.action.id)).toBeNull();
    expect(await actions.update(scene.other, USER, made.action.id, { description: 'x' })).toEqual({
      outcome: 'not_found',
    });
    const listed = await actions.list(scene.other, { order: null, page: ALL });
    expect(listed.rows.map((action) => action.projectId)).not.toContain(PROJECT);
  });

  it('are listed newest first, filtered, paged', async () => {
    const actions = createActionRepository(scene.database);
    const project = (
      await createProjectRepository(scene.database).create(
        {
          organizationId: (await createProjectRepository(scene.database).findById(PROJECT))!
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
  it('count versions, keep keys unique among flags that are not deleted, and purge deleted ones', async () => {
    const flags = createFeatureFlagRepository(scene.database);
    const made = await flags.create(PROJECT, USER, { key: 'beta' });
    if (made.outcome !== 'saved') throw new Error(made.outcome);
    expect(made.flag).toMatchObject({ version: 1, active: true });
    expect(await flags.create(PROJECT, USER, { key: 'beta' })).toEqual({ outcome: 'key_taken' });
    expect(await flags.create(scene.other, USER, { key: 'beta' })).toMatchObject({
      outcome: 'saved',
    });

    const gone = await flags.update(PROJECT, USER, made.flag.id, { deleted: true });
    expect(gone).toMatchObject({ flag: { version: 2, deleted: true } });
    expect(await flags.listLive(PROJECT)).toEqual([]);
    await flags.create(PROJECT, USER, { key: 'beta' });
    expect(await flags.findById(PROJECT, made.flag.id)).toBeNull();
  });

  it('lists the flags that are not deleted for the edge', async () => {
    const flags = createFeatureFlagRepository(scene.database);
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
