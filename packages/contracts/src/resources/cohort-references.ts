/**
 * Ids of the cohorts that filters of any document name (a cohort's or a flag's): objects of type
 * `cohort`, wherever they stand.
 */
export function referencedCohorts(document: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      // One by one: a list of a million values is no list of arguments.
      for (const item of value as unknown[]) waiting.push(item);
    } else if (isObject(value)) {
      const id = Number(value['value']);
      if (value['type'] === 'cohort' && Number.isSafeInteger(id)) ids.add(id);
      for (const item of Object.values(value)) waiting.push(item);
    }
  }
  return ids;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
