import { acceptImported } from './accept-imported';

const now = Date.parse('2026-01-02T00:00:00Z');
const event = (timestamp: string) => ({
  uuid: '0190aaaa-0000-7000-8000-000000000001',
  event: 'e',
  distinct_id: 'd',
  timestamp,
  properties: {},
});

it.each([
  ['2024-01-01T00:00:00.000Z', []],
  ['1970-01-01T00:00:00.000Z', []],
  ['2026-01-02T12:00:00.000Z', []],
  ['2026-01-04T00:00:00.000Z', ['the timestamp is in the future']],
  ['9999-12-31T23:59:59.000Z', ['the timestamp is in the future']],
  ['1969-12-31T23:59:59.000Z', ['the timestamp is before 1970']],
])('an imported event of %s', (timestamp, rejected) => {
  const accepted = acceptImported([event(timestamp)], 'event', { teamId: 1, now });
  expect(accepted.rejected).toEqual(rejected);
  expect(accepted.batch.events).toHaveLength(1 - rejected.length);
});

it('a person may have been created at any time', () => {
  const change = event('1960-01-01T00:00:00.000Z');
  expect(acceptImported([change], 'identity', { teamId: 1, now }).rejected).toEqual([]);
});
