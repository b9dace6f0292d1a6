import type { CohortNode } from '@tidemark/contracts';
import type { Cohort } from '@tidemark/postgres';
import { createDeletedCohorts, createStaticMembers } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import { emptyDeletedCohorts } from './empty-deleted';
import { sweepCohorts } from './sweep';
import { NOW, person, filtersOf, planIs, bought, cohortScene } from '../test-support/cohort-scene';

const scene = cohortScene();
const { create, calculate, readable, flagCohorts } = scene;

it('calculates the members of a dynamic cohort, and again when its filters change', async () => {
  const created = await create({ filters: filtersOf(planIs('pro')) });
  expect(created).toMatchObject({ isCalculating: true, version: null, count: null });
  const first = await calculate(created);
  expect(first).toMatchObject({ isCalculating: false, version: 1, count: 2, errorsCalculating: 0 });
  expect(first.lastCalculation).toBeInstanceOf(Date);
  expect(await readable(first)).toEqual([person(1), person(2)]);
  // Flags evaluate the properties of the person instead of the membership.
  expect(await flagCohorts(1)).toEqual([]);
  expect(scene.announced).toEqual([1]);

  const changed = await scene.cohorts.update(1, 1, created.id, {
    filters: filtersOf(planIs('free')),
  });
  expect(changed?.isCalculating).toBe(true);
  const second = await calculate(created);
  expect(second).toMatchObject({ isCalculating: false, version: 2, count: 1 });
  expect(await readable(second)).toEqual([person(3)]);
});

it('keeps the members of cohorts by events for flags, of the current version only', async () => {
  const cohort = await create({ filters: filtersOf(bought) });
  expect(await calculate(cohort)).toMatchObject({ count: 1 });
  expect(await flagCohorts(1)).toEqual([cohort.id]);
  const values: CohortNode[] = [{ ...bought, negation: true }];
  await scene.cohorts.update(1, 1, cohort.id, { filters: filtersOf(...values) });
  expect(await calculate(cohort)).toMatchObject({ count: 2 });
  expect([await flagCohorts(1), await flagCohorts(2)]).toEqual([[], [cohort.id]]);
});

it('leaves the former membership readable when a calculation fails or dies', async () => {
  const cohort = await create({ filters: filtersOf(bought) });
  const before = await calculate(cohort);

  const semver: CohortNode = { ...planIs('newest'), operator: 'semver_gt' } as CohortNode;
  await scene.cohorts.update(1, 1, cohort.id, { filters: filtersOf(semver, bought) });
  const failed = await calculate(cohort);
  expect(failed).toMatchObject({
    version: before.version,
    count: 1,
    isCalculating: false,
    errorsCalculating: 1,
    lastError: 'A version filter needs a version such as 1.2.3',
  });

  await scene.cohorts.update(1, 1, cohort.id, { filters: filtersOf(planIs('pro'), bought) });
  // The worker dies after it has written the members and before they become readable.
  const dying = await scene.deps.calculations.claim({ projectId: 1, cohortId: cohort.id }, NOW);
  await scene.deps.calculations.addMembers(dying!, [person(3)]);
  expect((await scene.cohorts.findById(1, cohort.id))?.isCalculating).toBe(true);
  expect(await flagCohorts(3)).not.toContain(cohort.id);

  const after = await calculate(cohort);
  expect(after).toMatchObject({ count: 1, errorsCalculating: 0, isCalculating: false });
  expect(await flagCohorts(3)).not.toContain(cohort.id);
  expect(await scene.deps.calculations.finish(dying!, 99)).toBe(false);
  expect((await scene.cohorts.findById(1, cohort.id))?.count).toBe(1);
});

it('calculates no cohort twice, and releases a cohort when the process stops', async () => {
  const cohort = await create({ filters: filtersOf(planIs('pro')) });
  const stopping = new AbortController();
  stopping.abort();
  const stopped = await calculate(cohort, { stopping: stopping.signal });
  expect(stopped).toMatchObject({ version: null, errorsCalculating: 0, isCalculating: true });
  expect(await calculate(cohort)).toMatchObject({ version: 2 });
  expect(await calculate(cohort)).toMatchObject({ version: 2 });
  const later = new Date(Date.now() + 7_200_000);
  expect(await calculate(cohort, { now: () => later })).toMatchObject({ version: 3 });
});

it('asks for the cohorts that depend on it', async () => {
  const inner = await create({ filters: filtersOf(planIs('pro')) });
  const outer = await create({
    filters: filtersOf({ type: 'cohort', key: 'id', value: inner.id, negation: true }),
  });
  await calculate(inner);
  expect(scene.queued).toEqual([outer.id]);
  const calculated = await calculate(outer);
  expect(await readable(calculated)).toEqual([person(3)]);
});

it('sweeps up what waits: changed, old, and after a pause what failed', async () => {
  const fresh = await calculate(await create({ filters: filtersOf(planIs('pro')) }));
  const waiting = await create({ filters: filtersOf(planIs('pro')) });
  const failing = await create(
    { isStatic: true, query: { query: 'select nothing from nowhere' } },
    true,
  );
  expect(await calculate(failing)).toMatchObject({
    errorsCalculating: 1,
    lastError: 'Unknown table `nowhere`.',
  });
  const deleted = await create({ filters: filtersOf(planIs('pro')) });
  await scene.cohorts.update(1, 1, deleted.id, { deleted: true });
  const sweep = async (now: Date) => {
    scene.queued = [];
    await sweepCohorts({ ...scene.deps, now: () => now, recalculateAfterMs: 3_600_000 });
    return scene.queued.filter((id) => id >= fresh.id);
  };
  const today = new Date();
  expect(await sweep(today)).toEqual([waiting.id]);
  expect(await sweep(new Date(today.getTime() + 7_200_000))).toEqual([fresh.id, waiting.id]);
  await scene.database.db
    .updateTable('cohorts')
    .set({ last_error_at: new Date(today.getTime() - 180_000) })
    .where('id', '=', failing.id)
    .execute();
  expect(await sweep(today)).toEqual([waiting.id, failing.id]);
  expect(await calculate(deleted)).toMatchObject({ version: null });
});

describe('members of deleted cohorts', () => {
  const empty = (hoursLater: number) =>
    emptyDeletedCohorts({
      ...scene.deps,
      deleted: createDeletedCohorts(scene.database),
      now: () => new Date(Date.now() + hoursLater * 3_600_000),
    });
  const inPostgres = async ({ id }: Pick<Cohort, 'id'>) => {
    const rows = scene.database.db
      .selectFrom('cohort_members')
      .selectAll()
      .where('cohort_id', '=', id);
    return (await rows.execute()).length;
  };

  it('stay for a day, and then go from both stores', async () => {
    const cohort = await calculate(await create({ filters: filtersOf(bought) }));
    const kept = await calculate(await create({ filters: filtersOf(bought) }));
    await scene.cohorts.update(1, 1, cohort.id, { deleted: true });
    await empty(23);
    expect([await inPostgres(cohort), await readable(cohort)]).toEqual([1, [person(1)]]);

    await empty(25);
    expect(await inPostgres(cohort)).toBe(0);
    await waitUntil(async () => expect(await readable(cohort)).toEqual([]));
    expect([await inPostgres(kept), await readable(kept)]).toEqual([1, [person(1)]]);
    expect(await createDeletedCohorts(scene.database).listToEmpty(new Date(8e12), 1_000)).toEqual(
      [],
    );

    await scene.cohorts.update(1, 1, cohort.id, { deleted: false });
    const restored = await calculate(cohort);
    expect([await inPostgres(restored), await readable(restored)]).toEqual([1, [person(1)]]);
  });

  it('are removed a bounded number at a time, and not of a cohort that was restored', async () => {
    const cohort = await create({ isStatic: true });
    const ids = [person(1), person(2), person(3)];
    await createStaticMembers(scene.database).add(1, cohort.id, { by: 'person_id', ids });
    const deleted = createDeletedCohorts(scene.database);
    const reference = { projectId: 1, cohortId: cohort.id };
    expect(await deleted.removeMembers(reference, 2)).toBe(0);
    await scene.cohorts.update(1, 1, cohort.id, { deleted: true });
    expect(await deleted.removeMembers(reference, 2)).toBe(2);
    expect(await deleted.removeMembers(reference, 2)).toBe(1);
  });
});
