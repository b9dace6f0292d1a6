import { firstOfMonth, nextMonth, usagePeriods, usedUp } from '.';

const NOW = new Date('2026-12-31T23:59:59.999Z');
const UNTIL = '2027-01-01T00:00:00.000Z';

it('computes months in UTC', () => {
  expect([firstOfMonth(NOW), nextMonth(NOW).toISOString()]).toEqual(['2026-12-01', UNTIL]);
});

it('returns resources at the limit of the project or of its organization', () => {
  const project = { used: { events: 10, surveys: 4 }, limits: { events: 10, surveys: 5 } };
  const organization = { used: { recordings: 7 }, limits: { recordings: 3, feature_flags: 0 } };
  expect(usedUp([project, organization], NOW)).toEqual([
    { resource: 'events', until: UNTIL },
    { resource: 'recordings', until: UNTIL },
    { resource: 'feature_flags', until: UNTIL },
  ]);
  expect(usedUp([{ used: { events: 1_000 }, limits: {} }], NOW)).toEqual([]);
});

it('lists the days and months of a range', () => {
  const range = { from: '2028-02-28', to: '2028-03-01' };
  expect(usagePeriods({ ...range, interval: 'day' }, 3)).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
  expect(usagePeriods({ ...range, interval: 'day' }, 2)).toBeNull();
  expect(usagePeriods({ ...range, interval: 'month' }, 2)).toEqual(['2028-02-01', '2028-03-01']);
});
