import { bucketOf, daysBetween } from './calendar';
import { propertyOf, textOf } from './filters';
import type { HappenedEvent, Series, Setting } from './model';
import { axis, belongs, grouped, inRange, localized } from './model';
import { actorOf } from './values';

export interface StickinessCase {
  readonly series: Series;
  readonly merged: number;
  readonly criteria: { readonly operator: 'gte' | 'lte' | 'exact'; readonly value: number } | null;
  readonly isCumulative: boolean;
}

/** Counts the actors that were active in 1, 2, 3 … of the intervals. */
export function evaluateStickiness(
  events: readonly HappenedEvent[],
  { series, merged, criteria, isCumulative }: StickinessCase,
  setting: Setting,
): number[] {
  const buckets = axis(setting);
  const slots = Array.from({ length: Math.ceil(buckets.length / merged) }, (_, slot) => slot);
  const counted = localized(events, setting).filter(
    (event) => inRange(event, setting) && belongs(event, series),
  );
  const actors = grouped(counted, (event) =>
    series.math === 'hogql'
      ? (textOf(propertyOf(event, 'hogql', series.math_hogql ?? '')) ?? '')
      : (actorOf(event, series) ?? ''),
  );
  actors.delete('');
  const activity = [...actors.values()].map(
    (theirs) =>
      slots.filter((slot) => {
        const inside = theirs.filter(
          ({ local }) => Math.floor(intervalsBack(local, buckets, setting) / merged) === slot,
        );
        return inside.length > 0 && isEnough(inside.length, criteria);
      }).length,
  );
  return slots.map((_, at) => {
    const inSoMany = (count: number): boolean => (isCumulative ? count > at : count === at + 1);
    return activity.filter(inSoMany).length;
  });
}

/**
 * The number of the interval of a local time, counted back from the end of the range. Weeks and months are counted from
 * the last day of the range, not from the calendar's boundaries.
 */
function intervalsBack(
  local: string,
  buckets: readonly string[],
  { interval, weekStart, to }: Setting,
): number {
  const day = local.slice(0, 10);
  if (interval === 'week') return Math.floor(daysBetween(day, to) / 7);
  if (interval !== 'month') {
    return buckets.length - 1 - buckets.indexOf(bucketOf(local, interval, weekStart));
  }
  const [years, months, days] = [0, 1, 2].map(
    (part) => Number(to.split('-')[part]) - Number(day.split('-')[part]),
  );
  return (years ?? 0) * 12 + (months ?? 0) - ((days ?? 0) < 0 ? 1 : 0);
}

function isEnough(events: number, criteria: StickinessCase['criteria']): boolean {
  if (criteria === null) return true;
  switch (criteria.operator) {
    case 'gte':
      return events >= criteria.value;
    case 'lte':
      return events <= criteria.value;
    case 'exact':
      return events === criteria.value;
  }
}
