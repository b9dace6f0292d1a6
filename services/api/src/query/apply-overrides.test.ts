import { applyOverrides } from './apply-overrides';

const query = { kind: 'HogQLQuery', query: 'select 1' } as const;
const city = { key: 'city', value: 'Berlin' };
const plan = { key: 'plan', value: 'pro' };

it.each([[undefined], [null], [{}], [{ date_from: null, properties: [] }]])(
  'leaves the query alone for %j',
  (override) => {
    expect(applyOverrides(query, override)).toBe(query);
  },
);

it('replaces both dates and keeps what else the range says', () => {
  const filters = { dateRange: { date_from: '-7d', date_to: '-1d', explicitDate: true } };
  expect(applyOverrides({ ...query, filters }, { date_from: '2020-01-09' }).filters).toEqual({
    dateRange: { date_from: '2020-01-09', date_to: null, explicitDate: true },
  });
});

it('adds properties to those of the query', () => {
  const own = { ...query, filters: { properties: [city], filterTestAccounts: true } };
  expect(applyOverrides(own, { properties: [plan] }).filters).toEqual({
    properties: [city, plan],
    filterTestAccounts: true,
  });
});

it('switches test accounts off, never on again', () => {
  const own = { ...query, filters: { filterTestAccounts: true } };
  expect(applyOverrides(query, { filterTestAccounts: true }).filters).toEqual({
    filterTestAccounts: true,
  });
  expect(applyOverrides(own, { filterTestAccounts: false })).toBe(own);
});
