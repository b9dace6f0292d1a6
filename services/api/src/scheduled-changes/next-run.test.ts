import type { RecurrenceInterval } from '@tidemark/contracts';
import { nextRun } from './next-run';

it.each<[RecurrenceInterval, string, string, string]>([
  ['daily', '2026-01-01T09:00:00Z', '2026-01-01T09:00:02Z', '2026-01-02T09:00:00.000Z'],
  // After an outage of three days the missed times are left out.
  ['daily', '2026-01-01T09:00:00Z', '2026-01-04T10:00:00Z', '2026-01-05T09:00:00.000Z'],
  ['daily', '2026-01-01T09:00:00Z', '2026-01-04T09:00:00Z', '2026-01-05T09:00:00.000Z'],
  ['weekly', '2026-01-01T09:00:00Z', '2026-01-01T09:00:02Z', '2026-01-08T09:00:00.000Z'],
  ['weekly', '2026-01-01T09:00:00Z', '2026-01-20T00:00:00Z', '2026-01-22T09:00:00.000Z'],
  ['monthly', '2026-01-31T09:00:00Z', '2026-01-31T09:00:02Z', '2026-02-28T09:00:00.000Z'],
  ['monthly', '2026-01-15T09:00:00Z', '2026-03-20T00:00:00Z', '2026-04-15T09:00:00.000Z'],
  ['yearly', '2028-02-29T09:00:00Z', '2028-02-29T09:00:02Z', '2029-02-28T09:00:00.000Z'],
])('%s from %s, at %s: %s', (interval, scheduledAt, now, next) => {
  const change = { scheduledAt: new Date(scheduledAt), recurrenceInterval: interval };
  const run = nextRun({ ...change, cronExpression: null, timezone: 'Asia/Tokyo' }, new Date(now));
  expect(run?.toISOString()).toBe(next);
});

it.each([
  ['2026-03-27T08:00:00Z', '2026-03-27T08:00:02Z', '2026-03-30T07:00:00.000Z'],
  // Two missed times are left out.
  ['2026-03-27T08:00:00Z', '2026-03-31T07:00:00Z', '2026-04-01T07:00:00.000Z'],
])('9 o’clock of working days in Berlin from %s, at %s: %s', (scheduledAt, now, next) => {
  const cron = { cronExpression: '0 9 * * 1-5', recurrenceInterval: null };
  const run = nextRun(
    { ...cron, timezone: 'Europe/Berlin', scheduledAt: new Date(scheduledAt) },
    new Date(now),
  );
  expect(run?.toISOString()).toBe(next);
});
