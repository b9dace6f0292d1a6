import { cohortNamesOf, withCohortNames } from './cohort-names';

const asks = (value: unknown) => ({
  groups: [
    { properties: [{ key: 'id', type: 'cohort', value, cohort_name: 'old' }], variant: null },
    { properties: null },
    { properties: [{ key: 'plan', type: 'person', value: 'pro' }] },
  ],
  payloads: {},
});

it('reports cohorts by their present names', () => {
  const names = new Map([[7, 'Pros']]);
  expect(withCohortNames(asks(7), names)).toMatchObject({
    groups: [{ properties: [{ cohort_name: 'Pros' }], variant: null }, { properties: null }, {}],
    payloads: {},
  });
  expect(withCohortNames(asks('7'), names)).toMatchObject({
    groups: [{ properties: [{ cohort_name: 'Pros' }] }, {}, {}],
  });
  expect(withCohortNames(asks(8), names)).toMatchObject({
    groups: [{ properties: [{ cohort_name: null }] }, {}, {}],
  });
});

it('leaves other filters as they are', () => {
  const filters = { groups: [{ properties: [{ type: 'person', key: 'a' }] }] };
  expect(withCohortNames(filters, new Map())).toEqual(filters);
  expect(withCohortNames({ groups: 5 }, new Map())).toEqual({ groups: 5 });
});

it('looks for names only where a flag asks about cohorts', async () => {
  let looks = 0;
  const cohorts = {
    listLive: () => {
      looks += 1;
      return Promise.resolve([]);
    },
  };
  await cohortNamesOf(cohorts, [{ projectId: 1, filters: { groups: [] } }]);
  expect(looks).toBe(0);
  await cohortNamesOf(cohorts, [{ projectId: 1, filters: asks(7) }]);
  expect(looks).toBe(1);
});
