import type { RecurrenceInterval } from '@tidemark/contracts';
import { nextCronRun } from '@tidemark/domain';
import type { ScheduledChange } from '@tidemark/postgres';

const DAY_MS = 86_400_000;
const MONTHS = { monthly: 1, yearly: 12 } as const;

/**
 * The next time of a recurring change after `now`; null if it has no more. Missed times are skipped, so an outage ends
 * in one change. As in PostHog, intervals are counted in UTC, and cron expressions in the time zone of the change.
 */
export function nextRun(
  change: Pick<
    ScheduledChange,
    'scheduledAt' | 'recurrenceInterval' | 'cronExpression' | 'timezone'
  >,
  now: Date,
): Date | null {
  const { scheduledAt, recurrenceInterval: interval, cronExpression: cron } = change;
  if (cron !== null) {
    return nextCronRun(cron, change.timezone ?? 'UTC', now > scheduledAt ? now : scheduledAt);
  }
  return interval === null ? null : nextIntervalRun(scheduledAt, interval, now);
}

function nextIntervalRun(scheduledAt: Date, interval: RecurrenceInterval, now: Date): Date {
  let next = following(scheduledAt, interval);
  if (interval === 'daily' || interval === 'weekly') {
    const stepMs = next.getTime() - scheduledAt.getTime();
    const missed = Math.floor((now.getTime() - next.getTime()) / stepMs) + 1;
    return new Date(next.getTime() + Math.max(missed, 0) * stepMs);
  }
  while (next <= now) next = following(next, interval);
  return next;
}

function following(at: Date, interval: RecurrenceInterval): Date {
  switch (interval) {
    case 'daily':
      return new Date(at.getTime() + DAY_MS);
    case 'weekly':
      return new Date(at.getTime() + 7 * DAY_MS);
    case 'monthly':
    case 'yearly':
      return monthsLater(at, MONTHS[interval]);
  }
}

/** The same day of a later month (UTC), or its last one where the month is shorter. */
function monthsLater(at: Date, months: number): Date {
  const next = new Date(at);
  next.setUTCMonth(next.getUTCMonth() + months);
  if (next.getUTCDate() !== at.getUTCDate()) next.setUTCDate(0);
  return next;
}
