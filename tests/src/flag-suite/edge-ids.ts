/** The ids that the product assigned, by the ids in the case. */
export interface Ids {
  readonly flags: Map<number, number>;
  readonly cohorts: Map<number, number>;
}

/** Replaces the ids of flags and cohorts in stored JSON by those of the product. */
export function mapIds(stored: unknown, ids: Ids): unknown {
  if (Array.isArray(stored)) return stored.map((item) => mapIds(item, ids));
  if (typeof stored !== 'object' || stored === null) return stored;
  const mapped = Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [key, mapIds(value, ids)]),
  );
  if (mapped['type'] === 'flag') {
    const id = ids.flags.get(Number(mapped['key']));
    return id === undefined ? mapped : { ...mapped, key: String(id) };
  }
  if (mapped['type'] !== 'cohort') return mapped;
  const id = ids.cohorts.get(Number(mapped['value']));
  if (id === undefined) return mapped;
  return { ...mapped, value: typeof mapped['value'] === 'string' ? String(id) : id };
}

/** Whether a stored flag depends only on the known flags. */
export function namesOnly(stored: unknown, known: ReadonlySet<number>): boolean {
  if (Array.isArray(stored)) return stored.every((item) => namesOnly(item, known));
  if (typeof stored !== 'object' || stored === null) return true;
  const { type, key } = stored as { type?: unknown; key?: unknown };
  if (type === 'flag') return known.has(Number(key));
  return Object.values(stored).every((item) => namesOnly(item, known));
}
