import type { FunnelCase, Journey, Rules } from './funnel-case';
import { isWithin, timestampOf, stepsOf } from './funnel-case';
import type { LocalEvent } from './model';
import { belongs } from './model';

/**
 * Returns the window with the most steps, each done by a separate event
 * (`docs/wire/insights-funnels.md#funnel-unordered`). A window begins with an event of any step; of several equally
 * good windows, the first is returned. A window is ignored if an exclusion happens in it before it is complete.
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
 * The events to read for a breakdown by the value of the step that is done first. An event that begins a new window (no
 * step was done within the window length before it, or an exclusion happened since) is kept only if it has the value.
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
 * Maps each event to the one step that it counts for: of the steps that it matches, the step that was done longest ago,
 * or that was not done within the window length.
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

/** The time when each step of a window was first done, in the order of time, in milliseconds since 1970. */
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
