import type { FunnelShape } from './shape';

export const ALL_USERS = 'all users';

/** What a line of conversion calls a missing value (§4.7). */
export const NO_VALUE = 'None';

/** What a result says of its breakdown value: a list of texts, or a cohort's name and id (§4.5). */
export function breakdownFields(
  value: readonly string[],
  { breakdown, context }: FunnelShape,
): { breakdown?: unknown; breakdown_value?: unknown } {
  if (breakdown.kind === 'none') return {};
  if (breakdown.kind === 'properties') return { breakdown: value, breakdown_value: value };
  const id = Number(value[0]);
  return {
    breakdown: id === 0 ? ALL_USERS : (context.cohortNames.get(id) ?? String(id)),
    breakdown_value: id,
  };
}
