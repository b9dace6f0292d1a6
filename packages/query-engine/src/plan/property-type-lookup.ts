import type { Database } from '@tidemark/postgres';
import { findPropertyTypes } from '@tidemark/postgres';
import type { DeclaredProperty, PropertyTypeLookup } from './property-types';

/** How long a change of a type may stay unseen. */
const TTL_MS = 500;

/** Names held per process; entries are short-lived, so the oldest are simply dropped. */
const MAX_ENTRIES = 20_000;

interface Entry {
  readonly readAt: number;
  readonly declared: readonly DeclaredProperty[];
}

/**
 * Property types from the project's definitions, at most half a second old. What is not in memory is read
 * with one statement.
 *
 * @param now milliseconds, monotonic
 */
export function createPropertyTypeLookup(
  database: Database,
  now: () => number = () => performance.now(),
): PropertyTypeLookup {
  const entries = new Map<string, Entry>();
  return async (projectId, names) => {
    const readAt = now();
    const keyOf = (name: string): string => `${projectId} ${name}`;
    const fresh = names.flatMap((name) => {
      const entry = entries.get(keyOf(name));
      return entry !== undefined && readAt - entry.readAt < TTL_MS ? [[name, entry] as const] : [];
    });
    const known = new Map(fresh);
    const missing = names.filter((name) => !known.has(name));
    if (missing.length === 0) return [...known.values()].flatMap(({ declared }) => declared);
    const found = await readTypes(database, projectId, missing);
    for (const name of missing) {
      const entry = { readAt, declared: found.filter((property) => property.name === name) };
      known.set(name, entry);
      entries.delete(keyOf(name));
      entries.set(keyOf(name), entry);
    }
    for (const key of entries.keys()) {
      if (entries.size <= MAX_ENTRIES) break;
      entries.delete(key);
    }
    return [...known.values()].flatMap(({ declared }) => declared);
  };
}

async function readTypes(
  database: Database,
  projectId: number,
  names: readonly string[],
): Promise<readonly DeclaredProperty[]> {
  const rows = await findPropertyTypes(database, projectId, names);
  return rows.flatMap(({ owner, name, propertyType }) =>
    // Sessions have no table yet, durations no reading of their own.
    owner === 'session' || propertyType === 'Duration' ? [] : [{ owner, name, type: propertyType }],
  );
}
