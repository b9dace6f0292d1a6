import { cronProblem, nextCronRun } from './cron';

it.each([
  ['0 9 * * 1-5', 'UTC', '2026-03-27T09:00:00Z', '2026-03-30T09:00:00.000Z'],
  ['0 9 * * 1-5', 'Europe/Berlin', '2026-03-27T08:00:00Z', '2026-03-30T07:00:00.000Z'],
  ['0 9 * * *', 'America/New_York', '2026-10-31T13:00:00Z', '2026-11-01T14:00:00.000Z'],
  // 2:30 does not exist on this day.
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  // 2:30 occurs twice on this day, and counts once.
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['*/15 * * * *', 'UTC', '2026-01-01T10:14:59.999Z', '2026-01-01T10:15:00.000Z'],
  ['0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  // A day of the month or a day of the week, as cron combines them.
  ['0 0 1 * 1', 'UTC', '2026-06-02T00:00:00Z', '2026-06-08T00:00:00.000Z'],
  ['0 0 * jan SUN', 'UTC', '2026-06-02T00:00:00Z', '2027-01-03T00:00:00.000Z'],
])('%s in %s after %s: %s', (expression, timezone, after, next) => {
  expect(cronProblem(expression, new Date(after))).toBeNull();
  expect(nextCronRun(expression, timezone, new Date(after))?.toISOString()).toBe(next);
});

it.each([
  ['', 'fields'],
  ['@daily', 'fields'],
  ['0 9 * *', 'fields'],
  ['0 0 9 * * *', 'fields'],
  ['61 * * * *', 'syntax'],
  ['x * * * *', 'syntax'],
  ['* * * * 9', 'syntax'],
  ['0 0 30 2 *', 'never'],
])('%p cannot be a schedule: %s', (expression, problem) => {
  expect(cronProblem(expression, new Date('2026-01-01T00:00:00Z'))).toBe(problem);
});
