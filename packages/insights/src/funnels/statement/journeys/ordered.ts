import type { Column, Columns } from '../../../hogql-builders/with-columns';
import type { FunnelSettings } from '../../plan/settings';
import { before, filled } from './runs';
import { firstUsed, isUnused, usedAt } from './used';

/**
 * The funnel of one actor in array functions, one pass per step (`docs/wire/insights-funnels.md#funnel-ordered` and
 * `docs/wire/insights-funnels.md#exclusion-rule`).
 *
 * `v{k}` is for each event the run that it brings to step k, identified by the time the run began. A run that began
 * later replaces the one before it, so the start of the runs at a step never decreases, and filling up with the last
 * value gives the live run after each event. `p{k}` is the live run before the event: no event serves two steps of
 * one run; see `used.ts` for events that were split by steps. `q{k}` is the run that continues to step k. With
 * exclusions, `u{k}` is `v{k}` before exclusions are applied, and `x{k}` are the runs that an exclusion stopped
 * before k.
 *
 * Expressions that two columns need are written into both where that is cheap: each column that uses another one
 * needs one more level of SELECT, and the engine accepts no more than about a hundred levels. Thirty steps need three
 * levels each.
 *
 * Yields `level`, the last step reached, and `start`, when the best run began: 0 for an actor without a run, or whose
 * best run ended in an exclusion.
 */
export function orderedColumns(settings: FunnelSettings, isInPeriod: string | null): Columns {
  const { steps } = settings;
  const columns: Column[] = [];
  columns.push(
    ['v0', firstStep(settings, isInPeriod)],
    ['q1', before(filled('v0', settings))],
    ['p0', 'q1'],
    ...firstUsed(settings),
  );
  for (let step = 1; step < steps; step += 1) {
    columns.push(...stepColumns(step, settings));
  }
  columns.push(
    ['level', farthest(settings, (step) => String(step))],
    ['start', startOfBest(settings)],
  );
  return columns;
}

/** The result of `valueOf` for the last step that a run reached, 0 when none got beyond the first. */
function farthest(settings: FunnelSettings, valueOf: (step: number) => string): string {
  const last = settings.steps - 1;
  const beyond = Array.from({ length: last }, (_, at) => last - at);
  if (last === 0) return valueOf(0);
  const branches = beyond.map(
    (step) => `arrayMax(${reachedName(step, settings)}) > 0, ${valueOf(step)}, `,
  );
  return `multiIf(${branches.join('')}${valueOf(0)})`;
}

/** The start of the first of the runs that reached the last level. */
function startOfBest(settings: FunnelSettings): string {
  if (settings.exclusions.length > 0) return farthest(settings, (step) => bestRun(step, settings));
  return `arrayFirst(run -> run > 0, ${farthest(settings, (step) => `v${step}`)})`;
}

function after(list: string): string {
  return `arrayPushBack(arrayPopFront(${list}), 0)`;
}

function firstStep({ order }: FunnelSettings, isInPeriod: string | null): string {
  const matches = isInPeriod === null ? 'bitTest(mask, 0)' : `bitTest(mask, 0) AND ${isInPeriod}`;
  const lists = isInPeriod === null ? 'ts, masks' : 'ts, masks, buckets';
  const names = isInPeriod === null ? 'at, mask' : 'at, mask, bucket';
  return order === 'strict'
    ? `arrayMap((${names}, other) -> if(${matches}, at, if(other, 0, -1)), ${lists}, mixed)`
    : `arrayMap((${names}) -> if(${matches}, at, 0), ${lists})`;
}

function stepColumns(step: number, settings: FunnelSettings): Column[] {
  const { order, window, optional, exclusions } = settings;
  const bits = exclusions.flatMap(({ funnelFromStep, funnelToStep }, index) =>
    funnelFromStep < step && step <= funnelToStep ? [settings.steps + index] : [],
  );
  const otherwise = order === 'strict' ? `if(bitTest(mask, ${step}) OR other, 0, -1)` : '0';
  const unused = isUnused(step, settings);
  const [more, moreLists] = order === 'strict' ? [', other', ', mixed'] : ['', ''];
  const names = `(at, mask, run${more}${unused.names})`;
  const lists = `ts, masks, q${step}${moreLists}${unused.lists}`;
  const name = bits.length === 0 ? `v${step}` : `u${step}`;
  const columns: Column[] = [
    [
      name,
      `arrayMap(${names} -> if(bitTest(mask, ${step}) AND run != 0 AND at - run <= ${window}${unused.test}, run, ${otherwise}), ${lists})`,
    ],
  ];
  if (bits.length > 0) {
    const excludes = bits.map((bit) => `bitTest(mask, ${bit})`).join(' OR ');
    const stopped = `arrayMap((at, mask, run, done, other) -> if((${excludes}) AND NOT other AND run != 0
      AND at - run <= ${window} AND done != run, run, 0),
      ts, masks, q${step}, ${before(filled(`u${step}`, settings))}, mixed)`;
    columns.push(
      [`x${step}`, stopped],
      [
        `v${step}`,
        `arrayMap((run, stopped) -> if(run > 0 AND run = stopped, 0, run),
           u${step}, ${before(`arrayFill(run -> run != 0, ${stopped})`)})`,
      ],
    );
  }
  const live = before(filled(`v${step}`, settings));
  const next = `q${step + 1}`;
  if (optional.has(step)) {
    // A run continues from the optional step while the window is open, otherwise from the step before it.
    const onFrom = `arrayMap((at, run, earlier) -> if(run != 0 AND at - run <= ${window}, run, earlier), ts, ${live}, q${step})`;
    columns.push([`p${step}`, live], [next, onFrom]);
  } else {
    columns.push([next, live], [`p${step}`, next]);
  }
  columns.push(...usedAt(step, settings));
  return columns;
}

function isGuarded(step: number, { exclusions, steps }: FunnelSettings): boolean {
  return (
    step < steps &&
    exclusions.some(
      ({ funnelFromStep, funnelToStep }) => funnelFromStep < step && step <= funnelToStep,
    )
  );
}

function reachedName(step: number, settings: FunnelSettings): string {
  return isGuarded(step, settings) ? `u${step}` : `v${step}`;
}

/** The first run at a step that no exclusion stops within its window. Repeating the step does not start a new run. */
function bestRun(step: number, settings: FunnelSettings): string {
  if (!isGuarded(step + 1, settings)) return `arrayFirst(run -> run > 0, v${step})`;
  const stops = `arrayReverseFill(at -> at != 0, arrayMap((run, at) -> if(run != 0, at, 0), x${step + 1}, ts))`;
  return `arrayFirst((run, stop, live) -> run > 0 AND run != live AND (stop = 0 OR stop - run > ${settings.window}),
    v${step}, ${after(stops)}, p${step})`;
}
