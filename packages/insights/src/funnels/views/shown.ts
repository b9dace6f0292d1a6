import type { FunnelShape } from './shape';

const ALL_USERS = 'all users';

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
