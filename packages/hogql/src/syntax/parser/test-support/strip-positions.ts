/**
 * A tree without positions and without absent values (null, false): equal for two texts with the same meaning. Keys
 * are sorted, so that the JSON texts are equal too.
 */
export function withoutPositions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPositions);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(
      ([key, inner]) => key !== 'start' && key !== 'end' && (key === 'value' || isThere(inner)),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutPositions(inner)]));
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}
