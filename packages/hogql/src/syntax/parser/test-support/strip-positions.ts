/**
 * A tree without positions and without what is not there (null, false): what has to be equal when two
 * texts mean the same. Keys stand in one order, so that the JSON texts are equal too.
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
