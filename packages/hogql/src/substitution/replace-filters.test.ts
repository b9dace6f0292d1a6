import { parseSelect } from '../syntax/parser';
import { printHogQL } from '../syntax/print';
import type { QueryFilters } from './query-filters';
import { replaceFilters } from './replace-filters';

const city = { key: 'city', value: 'Berlin' };
const from = { dateRange: { date_from: '2024-02-10' } };

function filled(source: string, filters: QueryFilters): string {
  const statement = replaceFilters(parseSelect(source), {
    filters,
    testAccountFilters: [{ key: 'email', type: 'person', operator: 'not_icontains', value: '@us' }],
    now: new Date('2024-03-01T12:00:00Z'),
    timezone: 'Europe/Berlin',
  });
  return printHogQL(statement);
}

it.each<[string, QueryFilters, string]>([
  ['select 1 from events where {filters}', {}, 'true'],
  ['select 1 from groups where {filters}', { dateRange: { date_from: 'all' } }, 'true'],
  [
    'select 1 from events where {filters}',
    { properties: [city] },
    "events.properties.city = 'Berlin'",
  ],
  [
    'select 1 from events e where {filters}',
    { dateRange: { date_from: '-7d', date_to: '2024-02-29T10:00:00Z' } },
    "e.timestamp < toDateTime('2024-02-29T10:00:00.000Z') AND e.timestamp >= toDateTime('2024-02-23T12:00:00.000Z')",
  ],
  [
    'select 1 from sessions where {filters}',
    from,
    "sessions.$start_timestamp >= toDateTime('2024-02-09T23:00:00.000Z')",
  ],
  [
    'select 1 from groups where {filters}',
    from,
    "groups.created_at >= toDateTime('2024-02-09T23:00:00.000Z')",
  ],
  [
    'select 1 from persons p join events e on e.person_id = p.id where {filters}',
    { filterTestAccounts: true },
    "toString(e.person.properties.email) NOT ILIKE '%@us%'",
  ],
  [
    'select 1 from events where timestamp > {filters.dateRange.from}',
    from,
    "timestamp > toDateTime('2024-02-09T23:00:00.000Z')",
  ],
  ['select 1 from events where timestamp > {filters.dateRange.to}', from, 'true'],
  [
    'select 1 from sessions s join events e on e.$session_id = s.session_id where {filters}',
    { ...from, properties: [city, { key: '$pageview_count', value: 2, type: 'session' }] },
    "(e.properties.city = 'Berlin' AND s.$pageview_count = 2) AND e.timestamp >= toDateTime('2024-02-09T23:00:00.000Z')",
  ],
])('%s with %j', (source, filters, where) => {
  expect(filled(source, filters).split(' WHERE ')[1]).toBe(where);
});

it('fills sub-queries by the tables that they read', () => {
  const source = 'select 1 from (select 1 from events where {filters}) where 1';
  expect(filled(source, { properties: [city] })).toContain(
    "WHERE events.properties.city = 'Berlin')",
  );
});

it.each<[string, QueryFilters, string]>([
  ['select 1 from persons where {filters}', from, "Cannot use 'filters' placeholder"],
  ['select 1 from persons where {filters}', {}, "Cannot use 'filters' placeholder"],
  ['select {filters.dateRange.to} from events', from, 'outside a comparison'],
  ['select 1 from events where {filters.properties}', from, 'only {filters}'],
  [
    'select 1 from events where {filters}',
    { dateRange: { date_from: 'soon' } },
    "'soon' is not a date",
  ],
  [
    'select 1 from sessions where {filters}',
    { properties: [{ ...city, type: 'person' }] },
    "type 'person' cannot be applied to sessions",
  ],
])('%s with %j is reported', (source, filters, message) => {
  expect(() => filled(source, filters)).toThrow(message);
});
