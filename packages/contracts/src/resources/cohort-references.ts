/**
 * The ids of the cohorts that the filters of a document refer to (of a cohort or a flag): objects of type `cohort` at
 * any depth.
 */
export function referencedCohorts(document: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      // Items are pushed one by one, because a million of them are too many arguments for one call.
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
