/** Properties of exceptions that are lists: one entry per exception of a chain. */
const LISTS: ReadonlySet<unknown> = new Set([
  '$exception_types',
  '$exception_values',
  '$exception_sources',
  '$exception_functions',
]);

/** Whether a filter compares the entries of a list (`docs/wire/insights.md#operator-exceptions`), not the whole list. */
export function comparesEntries(type: unknown, key: unknown, operator: string): boolean {
  return type === 'event' && LISTS.has(key) && !operator.endsWith('set');
}
