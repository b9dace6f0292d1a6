import type { FunnelPlan } from '../plan/funnel-plan';

export const ALL_USERS = 'all users';

/** The text of a missing value in conversion lines (`docs/wire/insights-funnels.md#funnel-trends`). */
export const NO_VALUE = 'None';

/**
 * The breakdown fields of a result: a list of texts, or a cohort's name and id
 * (`docs/wire/insights-funnels.md#funnel-values`).
 */
export function breakdownFields(
  value: readonly string[],
  { breakdown, context }: FunnelPlan,
): { breakdown?: unknown; breakdown_value?: unknown } {
  if (breakdown.kind === 'none') return {};
  if (breakdown.kind === 'properties') return { breakdown: value, breakdown_value: value };
  const id = Number(value[0]);
  return {
    breakdown: id === 0 ? ALL_USERS : (context.cohortNames.get(id) ?? String(id)),
    breakdown_value: id,
  };
}
