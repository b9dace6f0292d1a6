import { bucketOf, localText, step } from './calendar';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { axis, belongs, grouped, localized } from './model';

export type Lifecycle = Record<'new' | 'returning' | 'resurrecting' | 'dormant', number[]>;

/** Counts the actors of each status in each interval; determines the status of each actor separately. */
export function evaluateLifecycle(
  events: readonly HappenedEvent[],
  series: Series,
  setting: Setting,
  ofGroups = false,
): Lifecycle {
  const { interval, weekStart } = setting;
  const bucket = ({ local }: LocalEvent): string => bucketOf(local, interval, weekStart);
  const buckets = axis(setting);
  const before = step(buckets[0] ?? '', interval, -1);
  const found: Lifecycle = { new: [], returning: [], resurrecting: [], dormant: [] };
  const actors = grouped(localized(events, setting), ({ who, group0 = '' }) =>
    ofGroups ? group0 : who,
  );
  actors.delete('');
  const everybody = [...actors.values()];
  for (const at of buckets) {
    const counts = { new: 0, returning: 0, resurrecting: 0, dormant: 0 };
    for (const theirs of everybody) {
      const created = createdIn(theirs, setting, ofGroups);
      const active = new Set(theirs.filter((event) => belongs(event, series)).map(bucket));
      const last = step(at, interval, -1);
      const wasActive = last >= before && active.has(last);
      if (!active.has(at)) counts.dormant -= Number(wasActive);
      else if (created === at) counts.new += 1;
      else if (wasActive) counts.returning += 1;
      else counts.resurrecting += 1;
    }
    for (const status of Object.keys(found) as (keyof Lifecycle)[]) {
      found[status].push(counts[status]);
    }
  }
  return found;
}

/** The interval in which an actor is new: that of its first event; for a group, that of its creation. */
function createdIn(
  events: readonly LocalEvent[],
  { interval, weekStart, zone, world }: Setting,
  ofGroups: boolean,
): string | null {
  const first = [...events].sort((one, other) => (one.at < other.at ? -1 : 1))[0];
  if (!ofGroups) return first === undefined ? null : bucketOf(first.local, interval, weekStart);
  const isKnown = world?.groups?.[first?.group0 ?? ''] !== undefined;
  const at = world?.groupsCreatedAt;
  if (!isKnown || at === undefined) return null;
  return bucketOf(localText(at, zone), interval, weekStart);
}
