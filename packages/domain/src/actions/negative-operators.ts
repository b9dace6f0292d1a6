/** The opposite of each negative operator: none of several entries may match it. */
const OPPOSITES: Readonly<Record<string, string>> = {
  is_not: 'exact',
  not_in: 'in',
  not_icontains: 'icontains',
  not_icontains_multi: 'icontains_multi',
  not_starts_with: 'starts_with',
  not_ends_with: 'ends_with',
  not_regex: 'regex',
  not_between: 'between',
  semver_neq: 'semver_eq',
  is_not_set: 'is_set',
};

/** The operator that a negative operator negates; null for a positive one. */
export function negatedOperator(name: string): string | null {
  return Object.hasOwn(OPPOSITES, name) ? (OPPOSITES[name] ?? null) : null;
}
