import { createIsolatedClickHouse } from '@tidemark/testing';
import type { CohortEntry } from '../catalogue/cohort-people';
import { eventRow, personRow, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const COHORTS: readonly CohortEntry[] = [
  { id: 5, name: 'pro', isStatic: false, version: 2 },
  { id: 6, name: 'listed', isStatic: true, version: 1 },
  { id: 7, name: 'new', isStatic: false, version: null },
  { id: 8, name: 'twice', isStatic: false, version: 1 },
  { id: 9, name: 'twice', isStatic: false, version: 1 },
];
const member = (cohort_id: number, version: number, person: number, team_id = 1) => ({
  team_id,
  cohort_id,
  version,
  person_id: uuid(person),
});

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert(
    'person',
    [1, 2, 3].map((n) => personRow({ id: uuid(n), properties: { n } })),
  );
  await warehouse.insert(
    'events',
    [1, 2, 3].map((n) => eventRow({ event: `e${n}`, distinctId: `d${n}`, personId: uuid(n) })),
  );
  await warehouse.insert('cohort_people', [
    member(5, 1, 1),
    member(5, 2, 2),
    member(5, 3, 3),
    member(6, 1, 3),
    // Another project's cohort of the same id and version.
    member(5, 2, 1, 2),
  ]);
});
afterAll(() => warehouse.close());

const rows = (source: string) => warehouse.rows(source, { cohorts: COHORTS });
const events = async (condition: string) =>
  (await rows(`select event from events where ${condition} order by event`)).flat();

it('finds members by id or unique name, of the current version, in the same project', async () => {
  expect(await events('person_id in cohort 5')).toEqual(['e2']);
  expect(await events("person_id in cohort 'pro'")).toEqual(['e2']);
  expect(await events("person_id in cohort 'listed'")).toEqual(['e3']);
  expect(await events('person_id not in cohort 5')).toEqual(['e1', 'e3']);
  expect(await events('person.id in cohort 6')).toEqual(['e3']);
  expect(await events('toString(person_id) in cohort 5')).toEqual(['e2']);
  expect(await events("distinct_id in cohort 5 or event = 'e1'")).toEqual(['e1']);
  expect(await rows('select properties.n from persons where id in cohort 5')).toEqual([['2']]);
});

it('a cohort has no members before its first calculation', async () => {
  expect(await events('person_id in cohort 7')).toEqual([]);
  expect(await events("person_id not in cohort 'new'")).toEqual(['e1', 'e2', 'e3']);
});

it('rejects a name that several cohorts have', async () => {
  const rejected = async () => events("person_id in cohort 'twice'");
  await expect(rejected).rejects.toThrow("Found multiple cohorts with name 'twice'");
});

it('has tables of members', async () => {
  expect(await rows('select cohort_id, toString(person_id) from cohort_people')).toEqual([
    [5, uuid(2)],
  ]);
  expect(await rows('select cohort_id, person.properties.n from static_cohort_people')).toEqual([
    [6, '3'],
  ]);
  expect(
    await rows(
      'select cohort_id, version, sign from raw_cohort_people order by cohort_id, version',
    ),
  ).toEqual([
    [5, 1, 1],
    [5, 2, 1],
    [5, 3, 1],
    [6, 1, 1],
  ]);
  expect(await rows('select * from cohort_people')).toEqual([[uuid(2), 5]]);
});

it('has no members where there are no cohorts', async () => {
  expect(await warehouse.rows('select * from cohort_people')).toEqual([]);
});
