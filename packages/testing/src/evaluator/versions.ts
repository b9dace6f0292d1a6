function partsOf(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

/** Compares two versions number by number; missing numbers are 0. Returns a negative number, 0 or a positive number. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** Whether a version is in the range of the operator `semver_tilde`, `semver_caret` or `semver_wildcard`. */
export function isVersionWithin(version: string, operator: string, range: string): boolean {
  const from = range.replace(/\.\*$/, '');
  const given = from.split('.').length;
  const lower = partsOf(from);
  const fixed =
    operator === 'semver_caret'
      ? 1 + Math.max(0, lower.some((part) => part > 0) ? lower.findIndex((part) => part > 0) : 2)
      : Math.min(given, operator === 'semver_tilde' ? 2 : 3);
  const own = partsOf(version);
  return (
    compareVersions(version, from) >= 0 && lower.slice(0, fixed).every((n, at) => n === own[at])
  );
}
