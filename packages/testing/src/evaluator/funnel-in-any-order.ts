import type { Journey, Rules } from './funnel-case';
import { isWithin, momentOf, stepsOf } from './funnel-case';
import type { LocalEvent } from './model';
import { belongs } from './model';

/**
 * The window with the most steps, each by an event of its own, that begins with any step's event
 * (`wire/insights.md` §4.3); the first of the equally good ones that no exclusion falls into.
 */
export function journeyInAnyOrder(
  events: readonly LocalEvent[],
  rules: Rules,
  mayBegin: (event: LocalEvent) => boolean,
): Journey | undefined {
  const { query } = rules;
  const windows = events
    .filter((event) => stepsOf(event, rules).length > 0 && mayBegin(event))
    .map((first) => {
      const start = momentOf(first);
      const inside = events.filter(
        (event) => momentOf(event) >= start && isWithin(start, momentOf(event), query),
      );
      const times = firstTimes(inside, rules);
      return { start, inside, times };
    });
  const most = Math.max(0, ...windows.map(({ times }) => times.length));
  const isComplete = most === query.steps.length;
  const best = windows.find(({ inside, times }) => {
    if (times.length !== most) return false;
    const excluded = inside.filter((event) => query.exclusions.some((one) => belongs(event, one)));
    return excluded.every((event) => isComplete && momentOf(event) >= (times.at(-1) ?? 0));
  });
  if (best === undefined) return undefined;
  const { start, times } = best;
  return { level: most - 1, run: { start, times, used: [], isStopped: false } };
}

/** When each step of a window happened first, in the order of time; no event is two steps. */
function firstTimes(events: readonly LocalEvent[], rules: Rules): number[] {
  const free = [...rules.query.steps.keys()];
  const times = [];
  for (const event of events) {
    const step = stepsOf(event, rules).find((one) => free.includes(one));
    if (step === undefined) continue;
    free.splice(free.indexOf(step), 1);
    times.push(momentOf(event));
  }
  return times;
}
