import type { FunnelsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { DEFAULT_BREAKDOWN_LIMIT } from '../../breakdown/markers';
import type { BreakdownPlan } from '../../breakdown/parts';
import { statement } from '../../hogql-builders/template';
import type { FunnelSettings } from '../plan/settings';
import { stepReached } from './step-reached';

/** The text of all values beyond the limit (`docs/wire/insights-funnels.md#funnel-limit`). */
export const OTHER = 'Other';

/** The number of values with a result of their own; null (all) for cohorts and for expressions. */
export function valueLimit(
  { breakdownFilter }: FunnelsQuery,
  breakdown: BreakdownPlan,
): number | null {
  const isLimited =
    breakdown.kind === 'properties' && breakdown.parts.every(({ type }) => type !== 'hogql');
  return isLimited ? (breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT) : null;
}

/**
 * One row per breakdown value (`shown`) with its `place`, from 1: ranked by the number of actors in the last step,
 * then in the step before, and so on. `c{k}` is the number of actors that reached step k.
 *
 * @param more further aggregates of the actors of a value
 */
export function rankedValues(
  actors: Statement,
  settings: FunnelSettings,
  more: readonly string[] = [],
): Statement {
  const steps = Array.from({ length: settings.steps }, (_, step) => step);
  const counts = steps.map((step) => `countIf(${stepReached(step, settings)}) AS c${step}`);
  const order = steps.map((step) => `c${step} DESC`).reverse();
  return statement(
    `SELECT shown, ${[...counts, ...more].join(', ')},
       row_number() OVER (ORDER BY ${order.join(', ')}, shown) AS place
     FROM ({actors}) GROUP BY shown`,
    { actors },
  );
}
