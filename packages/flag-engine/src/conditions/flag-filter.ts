import type { FlagFilter } from '../compiled/condition';

/** The value of a flag: false, true, or its variant. `failed` when it could not be evaluated. */
export type DependencyValue = boolean | { readonly variant: string } | 'failed';

/** Values of the flags evaluated so far, by id; a flag that does not evaluate counts as false. */
export type DependencyValues = ReadonlyMap<number, DependencyValue>;

/** Whether the other flag has the expected value. A failed flag has no value, not even false. */
export function flagFilterMatches(
  { flagId, expected }: FlagFilter,
  values: DependencyValues,
): boolean {
  if (flagId === null || expected === null) return false;
  const value = values.get(flagId) ?? false;
  if (value === 'failed') return false;
  if (typeof expected === 'boolean') return expected === (value !== false);
  return typeof value === 'object' && value.variant === expected;
}
