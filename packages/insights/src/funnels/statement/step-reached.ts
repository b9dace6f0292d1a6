import type { Expr } from '@tidemark/hogql';
import { expr } from '../../hogql-builders/template';
import { InsightError } from '../../insight/error';
import type { FunnelSettings } from '../plan/settings';

/** Whether an actor reached a step: its best run got that far, and included the step if it is optional. */
export function stepReached(step: number, { optional }: FunnelSettings): string {
  return optional.has(step) ? `times[${step + 1}] > 0` : `level >= ${step}`;
}

/** The last required step before a step. */
export function earlierStep(step: number, { optional }: FunnelSettings): number {
  let earlier = step - 1;
  while (optional.has(earlier)) earlier -= 1;
  return earlier;
}

/**
 * The condition for actors that reached a step, counted from 1; a negative number selects actors that reached the
 * previous step and no further one.
 *
 * @throws InsightError for a step that the funnel does not have
 */
export function stepCondition(
  funnelStep: number | null | undefined,
  settings: FunnelSettings,
  field: string,
): Expr {
  const step = funnelStep ?? 0;
  const at = Math.abs(step);
  if (step === 0 || step === -1 || at > settings.steps) {
    throw new InsightError(
      `funnelStep must be from 1 to ${settings.steps}, or from -2 to -${settings.steps}`,
      field,
    );
  }
  if (step > 0) return expr(stepReached(step - 1, settings));
  const earlier = earlierStep(at - 1, settings);
  return expr(`(${stepReached(earlier, settings)}) AND NOT (${stepReached(at - 1, settings)})`);
}
