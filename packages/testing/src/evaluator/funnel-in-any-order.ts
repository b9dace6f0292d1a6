import type { FunnelCase, Journey, Rules } from './funnel-case';
import { isWithin, timestampOf, stepsOf } from './funnel-case';
import type { LocalEvent } from './model';
import { belongs } from './model';

/**
 * The window with the most steps, each by an event of its own, that begins with any step's event
 * (`docs/wire/insights-funnels.md#funnel-unordered`); the first of the equally good ones. A window that an exclusion
 * falls into before it is complete is none.
 */
export function journeyInAnyOrder(
  events: readonly LocalEvent[],
  rules: Rules,
  mayBegin: (event: LocalEvent) => boolean,
): Journey | undefined {
  const { query } = rules;
  const taken = takenSteps(events, rules);
  const windows = events
    .filter((event) => taken.has(event) && mayBegin(event))
    .map((first) => {
      const start = timestampOf(first);
      const inside = events.filter(
        (event) => timestampOf(event) >= start && isWithin(start, timestampOf(event), query),
      );
      return { start, inside, times: firstTimes(inside, taken) };
    })
    .filter(({ inside, times }) => {
      const isComplete = times.length === query.steps.length;
      return inside
        .filter((event) => isExcluded(event, query))
        .every((event) => isComplete && timestampOf(event) >= (times.at(-1) ?? 0));
    });
  const most = Math.max(0, ...windows.map(({ times }) => times.length));
  const best = windows.find(({ times }) => times.length === most);
  if (best === undefined) return undefined;
  const { start, times } = best;
  return { level: most - 1, run: { start, times, used: [], isStopped: false } };
}

/**
 * What counts of events for a breakdown by the value of the first step to be done: where no step was done within the
 * window, or not since an exclusion, only events of the value do.
 */
export function begunBy(
  events: readonly LocalEvent[],
  query: FunnelCase,
  hasValue: (event: LocalEvent) => boolean,
): LocalEvent[] {
  let last = -Infinity;
  return events.filter((event) => {
    const at = timestampOf(event);
    if (isExcluded(event, query)) {
      last = -Infinity;
      return true;
    }
    if (!isWithin(last, at, query) && !hasValue(event)) return false;
    last = at;
    return true;
  });
}

function isExcluded(event: LocalEvent, { exclusions }: FunnelCase): boolean {
  return exclusions.some((one) => belongs(event, one));
}

/**
 * The one step that each event counts for: of those it matches, the step that was taken longest ago, or not at
 * all while the window was open.
 */
function takenSteps(events: readonly LocalEvent[], rules: Rules): Map<LocalEvent, number> {
  const taken = new Map<LocalEvent, number>();
  const lasts = rules.query.steps.map(() => -Infinity);
  for (const event of events) {
    const at = timestampOf(event);
    const lastOf = (step: number): number => {
      const last = lasts[step] ?? -Infinity;
      return isWithin(last, at, rules.query) ? last : -Infinity;
    };
    const [first, ...others] = stepsOf(event, rules);
    if (first !== undefined) {
      const step = others.reduce((best, one) => (lastOf(one) < lastOf(best) ? one : best), first);
      taken.set(event, step);
      lasts[step] = at;
    }
    if (isExcluded(event, rules.query)) lasts.fill(-Infinity);
  }
  return taken;
}

/** When each step of a window happened first, in the order of time. */
function firstTimes(
  events: readonly LocalEvent[],
  taken: ReadonlyMap<LocalEvent, number>,
): number[] {
  const times = new Map<number, number>();
  for (const event of events) {
    const step = taken.get(event);
    if (step !== undefined && !times.has(step)) times.set(step, timestampOf(event));
  }
  return [...times.values()];
}
