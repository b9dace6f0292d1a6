import type { SubscriptionSchedule } from './schedule';

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const;
const POSITIONS: ReadonlyMap<number, string> = new Map([
  [1, 'first'],
  [2, 'second'],
  [3, 'third'],
  [4, 'fourth'],
  [-1, 'last'],
]);

/** The schedule in words, like PostHog's `summary`: `sent every 2 weeks`, `sent every month on the first Monday`. */
export function scheduleSummary(
  schedule: Pick<SubscriptionSchedule, 'frequency' | 'interval' | 'byweekday' | 'bysetpos'>,
): string {
  const { frequency, interval, byweekday, bysetpos } = schedule;
  const unit = UNITS[frequency];
  const every = interval > 1 ? `sent every ${interval} ${unit}s` : `sent every ${unit}`;
  if (byweekday === null || byweekday.length === 0 || bysetpos === null) return every;
  const position = POSITIONS.get(bysetpos);
  if (position === undefined) return 'sent on a schedule';
  const [day = '', ...others] = byweekday;
  const name = others.length > 0 ? 'day' : day.slice(0, 1).toUpperCase() + day.slice(1);
  return `${every} on the ${position} ${name}`;
}
