import { bucketOf } from './calendar';
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

/** How many actors were active in 1, 2, 3 … of the intervals. */
export function evaluateStickiness(
  events: readonly HappenedEvent[],
  { series, merged, criteria, isCumulative }: StickinessCase,
  setting: Setting,
): number[] {
  const buckets = axis(setting);
  // Several intervals taken as one are counted back from the end.
  const slots = Array.from({ length: Math.ceil(buckets.length / merged) }, (_, slot) =>
    buckets.filter((__, at) => Math.floor((buckets.length - 1 - at) / merged) === slot),
  );
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
        const inside = theirs.filter(({ local }) =>
          slot.includes(bucketOf(local, setting.interval, setting.weekStart)),
        );
        return inside.length > 0 && isEnough(inside.length, criteria);
      }).length,
  );
  return slots.map((_, at) => {
    const inSoMany = (count: number): boolean => (isCumulative ? count > at : count === at + 1);
    return activity.filter(inSoMany).length;
  });
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
