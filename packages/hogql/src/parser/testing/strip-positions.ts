/** A copy of a tree without positions: what has to be equal when two texts mean the same. */
export function withoutPositions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPositions);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>).filter(
    ([key]) => key !== 'start' && key !== 'end',
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutPositions(inner)]));
}
