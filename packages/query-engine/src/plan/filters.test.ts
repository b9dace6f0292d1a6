import { refuseFilters } from './filters';

const WITH = 'select count() from (select 1 from events where {filters})';
const BERLIN = [{ key: 'city', value: 'Berlin', type: 'event' }];

it.each([
  ['a date', { dateRange: { date_from: '-7d' } }],
  ['properties', { properties: BERLIN }],
  ['test accounts', { filterTestAccounts: true }],
])('refuses %s behind the placeholder, and says where it stands', (_, filters) => {
  expect(() => refuseFilters(WITH, filters)).toThrow(
    expect.objectContaining({ code: 'hogql_not_implemented', start: 48, end: 57 }),
  );
  expect(() => refuseFilters('select {filters.dateRange.from}', filters)).toThrow();
});

it.each([
  ['nothing', {}],
  ['nulls', { properties: null, dateRange: null, filterTestAccounts: null }],
  ['empty filters', { properties: [], dateRange: { date_to: null }, filterTestAccounts: false }],
])('lets %s pass', (_, filters) => {
  expect(() => refuseFilters(WITH, filters)).not.toThrow();
});

it('does not mind filters nobody asked for', () => {
  const text = "select '{filters}', {other} from events";
  expect(() => refuseFilters(text, { properties: BERLIN })).not.toThrow();
});
