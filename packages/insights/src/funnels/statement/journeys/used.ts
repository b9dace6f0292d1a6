import type { Column } from '../../../hogql-builders/with-columns';
import type { FunnelSettings } from '../../plan/settings';
import { before, filled } from './runs';

/**
 * The simultaneous events that the live run at a step has used, where events were split by steps (`ties.ts`): `a{k}`
 * is when the live run reached step k, `w{k}` the events it used at that time. `m{k}` and `o{k}` are the same for the
 * run that continues to step k, before the entry.
 */
export function firstUsed(settings: FunnelSettings): Column[] {
  if (!settings.hasOverlap || settings.steps === 1) return [];
  return [
    ['a0', filledByNew('ts', 0, settings)],
    ['w0', filledByNew('arrayMap(ord -> [ord], ords)', 0, settings)],
    ['m1', timestampsBefore(0)],
    ['o1', usedBefore(0)],
  ];
}

/** The columns of `firstUsed`, after a step. */
export function usedAt(step: number, settings: FunnelSettings): Column[] {
  const { hasOverlap, optional, window } = settings;
  if (!hasOverlap) return [];
  const used = `arrayMap((ord, at, reached, used) -> if(reached = at, arrayPushBack(used, ord), [ord]),
    ords, ts, m${step}, o${step})`;
  // A run continues from an optional step while its window is open, as in `ordered.ts`.
  const onFrom = (own: string, earlier: string): string =>
    optional.has(step)
      ? `arrayMap((at, run, own, earlier) -> if(run != 0 AND at - run <= ${window}, own, earlier),
          ts, ${before(filled(`v${step}`, settings))}, ${own}, ${earlier})`
      : own;
  return [
    [`a${step}`, filledByNew('ts', step, settings)],
    [`w${step}`, filledByNew(used, step, settings)],
    [`m${step + 1}`, onFrom(timestampsBefore(step), `m${step}`)],
    [`o${step + 1}`, onFrom(usedBefore(step), `o${step}`)],
  ];
}

/** The condition of a lambda over entries that excludes entries whose event the run has used; empty without overlap. */
export function isUnused(
  step: number,
  { hasOverlap }: FunnelSettings,
): { readonly names: string; readonly lists: string; readonly test: string } {
  if (!hasOverlap) return { names: '', lists: '', test: '' };
  return {
    names: ', ord, reached, used',
    lists: `, ords, m${step}, o${step}`,
    test: ' AND NOT (reached = at AND has(used, ord))',
  };
}

/**
 * The value of a list when the live run reached a step; a run that reaches the step again is there already. The
 * condition for new runs is repeated in both lists: a separate column would need one more level of SELECT, and the
 * engine accepts no more than a hundred.
 */
function filledByNew(list: string, step: number, settings: FunnelSettings): string {
  const runs = `v${step}`;
  const isNew = `arrayMap((run, live) -> run != 0 AND run != live, ${runs}, ${before(filled(runs, settings))})`;
  return `arrayFill((value, begins) -> begins, ${list}, ${isNew})`;
}

function timestampsBefore(step: number): string {
  return `arrayPushFront(arrayPopBack(a${step}), 0)`;
}

function usedBefore(step: number): string {
  return `arrayPushFront(arrayPopBack(w${step}), [])`;
}
