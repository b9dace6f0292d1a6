import type { Cohort } from '@tidemark/postgres';
import {
  createSavedViewRepository,
  createStaticMembers,
  createTableJoinRepository,
} from '@tidemark/postgres';
import { person, filtersOf, planIs, bought, cohortScene } from '../test-support/cohort-scene';

const scene = cohortScene();
const { create, calculate, readable, flagCohorts } = scene;

it('copies the members of static cohorts for queries', async () => {
  const cohort = await create({ isStatic: true });
  await createStaticMembers(scene.database).add(1, cohort.id, {
    by: 'person_id',
    ids: [person(1), person(3)],
  });
  const copied = await calculate(cohort);
  expect(copied).toMatchObject({ count: 2, isCalculating: false });
  expect(await readable(copied)).toEqual([person(1), person(3)]);
  await createStaticMembers(scene.database).removePerson(
    { projectId: 1, userId: null },
    cohort,
    person(1),
  );
  expect(await readable(await calculate(cohort))).toEqual([person(3)]);
});

it.each<[what: string, fields: Partial<Cohort>, members: string[]]>([
  ['filters', { filters: filtersOf(planIs('pro')) }, [person(1), person(2)]],
  [
    'a query',
    { query: { kind: 'HogQLQuery', query: 'select person_id, event from events' } },
    [person(1)],
  ],
])('makes the members of a static cohort by %s, once', async (_what, fields, members) => {
  const cohort = await create({ ...fields, isStatic: true }, true);
  expect(cohort.isCalculating).toBe(true);
  const made = await calculate(cohort);
  expect(made).toMatchObject({ isCalculating: false, count: members.length });
  expect(await readable(made)).toEqual(members);
  expect(await flagCohorts(1)).toContain(cohort.id);
});

it('reads views and joins of the project in its query', async () => {
  const query = "select distinct_id, person_id as buyer from events where event = 'buy'";
  const columns = [{ name: 'distinct_id', type: 'string' as const }];
  await createSavedViewRepository(scene.database).create(
    { projectId: 1, userId: null },
    {
      name: 'buyers',
      query,
      columns,
    },
  );
  await createTableJoinRepository(scene.database).create(
    { projectId: 1, userId: null },
    {
      sourceTable: 'persons',
      sourceKey: 'id',
      joiningTable: 'buyers',
      joiningKey: 'buyer',
      fieldName: 'bought',
      configuration: null,
    },
  );
  const nobody = '00000000-0000-0000-0000-000000000000';
  for (const text of [
    'select buyer as person_id from buyers',
    `select id as person_id from persons where bought.buyer != '${nobody}'`,
  ]) {
    const cohort = await create({ isStatic: true, query: { query: text } }, true);
    const made = await calculate(cohort);
    expect([made.lastError, await readable(made)]).toEqual([null, [person(1)]]);
  }
});

it('keeps its members when it becomes static, and recalculates them when it becomes dynamic', async () => {
  const cohort = await create({ filters: filtersOf(planIs('pro')) });
  await calculate(cohort);
  await scene.cohorts.update(1, 1, cohort.id, { isStatic: true }, { needsSnapshot: true });
  const kept = await calculate(cohort);
  expect(kept).toMatchObject({ isStatic: true, count: 2, isCalculating: false });
  await createStaticMembers(scene.database).add(1, cohort.id, {
    by: 'person_id',
    ids: [person(3)],
  });
  expect(await readable(await calculate(cohort))).toEqual([person(1), person(2), person(3)]);
  await scene.cohorts.update(1, 1, cohort.id, { isStatic: false });
  const found = await calculate(cohort);
  expect(found).toMatchObject({ isStatic: false, count: 2 });
  expect(await readable(found)).toEqual([person(1), person(2)]);
});

it('makes the members of a static cohort of everybody a flag is on for', async () => {
  const plans = await create({ filters: filtersOf(planIs('pro')) });
  const events = await create({ filters: filtersOf(bought) });
  await calculate(events);
  const inCohort = (value: number, operator: string) => ({
    key: 'id',
    type: 'cohort',
    value,
    operator,
  });
  const properties = [inCohort(plans.id, 'in'), inCohort(events.id, 'not_in')];
  const filters = { groups: [{ properties, rollout_percentage: 100 }] };
  await scene.deps.flags.create(1, 1, { key: 'pro-idle', filters });
  const made = await create(
    { isStatic: true, query: { kind: 'FeatureFlag', key: 'pro-idle' } },
    true,
  );
  const calculated = await calculate(made);
  expect(calculated).toMatchObject({ isCalculating: false, count: 1 });
  expect(await readable(calculated)).toEqual([person(2)]);
});
