import type { FunnelCase, Journey, Rules, Run } from './funnel-case';
import { isWithin, timestampOf, stepsOf } from './funnel-case';
import type { LocalEvent } from './model';
import { belongs, grouped } from './model';

/** The state of an actor after some of its events were read. */
interface State {
  /** By step: the latest run that reached it. */
  readonly live: (Run | undefined)[];
  best?: Journey;
}

/**
 * Reads the events of an actor in the order of time and returns the best run
 * (`docs/wire/insights-funnels.md#funnel-ordered` and `docs/wire/insights-funnels.md#exclusion-rule`).
 */
export function journeyInOrder(events: readonly LocalEvent[], rules: Rules): Journey | undefined {
  const { query } = rules;
  const state: State = { live: [] };
  const last = query.steps.length - 1;
  // Only strict funnels read events that are neither steps nor exclusions.
  const read = events.filter(
    (event) =>
      query.order === 'strict' ||
      stepsOf(event, rules).length > 0 ||
      query.exclusions.some((exclusion) => belongs(event, exclusion)),
  );
  for (const same of grouped(read, ({ at }) => at).values()) {
    const all = same.map((event) => ({ event, steps: stepsOf(event, rules) }));
    if (new Set(all.map(({ event, steps }) => sameness(event, steps, query))).size === 1) {
      for (const { event, steps } of all) takeAlone(event, steps, state, query);
    } else {
      // Among events of the same time, those that match fewer and earlier steps are taken first.
      const fair = all.sort((one, other) => weightOf(one.steps) - weightOf(other.steps));
      const pairs = fair.flatMap(({ event, steps }) => steps.map((step) => ({ event, step })));
      for (const { event, step } of pairs.sort((one, other) => one.step - other.step)) {
        takeStep(event, step, state, query);
      }
    }
    if (state.live[last] !== undefined) break;
  }
  return state.best?.run.isStopped === true ? undefined : state.best;
}

function weightOf(steps: readonly number[]): number {
  return steps.reduce((sum, step) => sum + 2 ** step, 0);
}

function sameness(event: LocalEvent, steps: readonly number[], query: FunnelCase): string {
  return JSON.stringify([steps, query.exclusions.map((exclusion) => belongs(event, exclusion))]);
}

function takeAlone(
  event: LocalEvent,
  steps: readonly number[],
  state: State,
  query: FunnelCase,
): void {
  for (const exclusion of query.exclusions) {
    if (!belongs(event, exclusion)) continue;
    const { funnelFromStep: from, funnelToStep: to } = exclusion;
    for (let step = to; step > from; step -= 1) stop(event, step, state, query);
  }
  // Takes the last step first, so that one event cannot be two steps of the same run.
  for (const step of [...steps].reverse()) takeStep(event, step, state, query);
  if (query.order !== 'strict') return;
  query.steps.forEach((_, step) => {
    if (!steps.includes(step)) state.live[step] = undefined;
  });
}

/**
 * The step that a run must have reached to continue with `step`: the step before, or an earlier one if the steps
 * between are optional.
 */
function standsAt(
  step: number,
  at: number,
  { live }: State,
  query: FunnelCase,
): number | undefined {
  for (let earlier = step - 1; earlier >= 0; earlier -= 1) {
    const run = live[earlier];
    if (run !== undefined && isWithin(run.start, at, query)) return earlier;
    if (query.steps[earlier]?.optionalInFunnel !== true) return undefined;
  }
  return undefined;
}

function takeStep(event: LocalEvent, step: number, state: State, query: FunnelCase): void {
  const at = timestampOf(event);
  if (step === 0) {
    if (state.live[0]?.start === at) return;
    reach(0, { start: at, times: [at], used: [event], isStopped: false }, state);
    return;
  }
  const stands = standsAt(step, at, state, query);
  const run = stands === undefined ? undefined : state.live[stands];
  if (run === undefined || state.live[step]?.start === run.start) return;
  if (run.used.includes(event)) return;
  const times = query.steps.map((_, index) => (index === step ? at : run.times[index]));
  reach(step, { ...run, times, used: [...run.used, event] }, state);
}

/**
 * A run that an exclusion stopped is recorded at its next step, so that it is known to be stopped, but does not
 * continue.
 */
function reach(step: number, run: Run, state: State): void {
  if (!run.isStopped) state.live[step] = run;
  const { best } = state;
  if (best === undefined || step > best.level || (step === best.level && best.run.isStopped)) {
    state.best = { level: step, run };
  }
}

function stop(event: LocalEvent, step: number, state: State, query: FunnelCase): void {
  const at = timestampOf(event);
  const stands = standsAt(step, at, state, query);
  const run = stands === undefined ? undefined : state.live[stands];
  if (stands === undefined || run === undefined || run.isStopped) return;
  if (state.live[step]?.start === run.start) return;
  state.live[stands] = { ...run, isStopped: true };
  const { best } = state;
  if (best?.level === stands && isWithin(best.run.start, at, query)) {
    state.best = { ...best, run: { ...best.run, isStopped: true } };
  }
}
