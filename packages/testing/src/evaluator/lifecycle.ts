import { bucketOf, step } from './calendar';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { axis, belongs, grouped, localized } from './model';

export type Lifecycle = Record<'new' | 'returning' | 'resurrecting' | 'dormant', number[]>;

/** Who was what in each interval, by looking at each actor in each of them. */
export function evaluateLifecycle(
  events: readonly HappenedEvent[],
  series: Series,
  setting: Setting,
): Lifecycle {
  const { interval, weekStart } = setting;
  const bucket = ({ local }: LocalEvent): string => bucketOf(local, interval, weekStart);
  const buckets = axis(setting);
  const before = step(buckets[0] ?? '', interval, -1);
  const found: Lifecycle = { new: [], returning: [], resurrecting: [], dormant: [] };
  const everybody = [...grouped(localized(events, setting), ({ who }) => who).values()];
  for (const at of buckets) {
    const counts = { new: 0, returning: 0, resurrecting: 0, dormant: 0 };
    for (const theirs of everybody) {
      const created = [...theirs].sort((one, other) => (one.at < other.at ? -1 : 1)).slice(0, 1);
      const active = new Set(theirs.filter((event) => belongs(event, series)).map(bucket));
      const last = step(at, interval, -1);
      const wasActive = last >= before && active.has(last);
      if (!active.has(at)) counts.dormant -= Number(wasActive);
      else if (created.map(bucket).includes(at)) counts.new += 1;
      else if (wasActive) counts.returning += 1;
      else counts.resurrecting += 1;
    }
    for (const status of Object.keys(found) as (keyof Lifecycle)[]) {
      found[status].push(counts[status]);
    }
  }
  return found;
}
