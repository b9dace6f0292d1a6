import type { PersonPropertiesCache } from './properties-cache';

interface PersonKey {
  readonly projectId: number;
  readonly id: string;
}

interface DistinctIdKey {
  readonly projectId: number;
  readonly distinctId: string;
}

/** Removes changed persons and distinct ids from the cache, so that the next flag request reads them from Postgres. */
export async function forgetChanged(
  cache: Pick<PersonPropertiesCache, 'delete'>,
  changed: {
    readonly persons: readonly PersonKey[];
    readonly tombstones: readonly PersonKey[];
    readonly distinctIds: readonly DistinctIdKey[];
    readonly freedDistinctIds: readonly DistinctIdKey[];
  },
): Promise<void> {
  const persons = [...changed.persons, ...changed.tombstones];
  const distinctIds = [...changed.distinctIds, ...changed.freedDistinctIds];
  const projects = new Set([...persons, ...distinctIds].map((row) => row.projectId));
  for (const projectId of projects) {
    await cache.delete(projectId, {
      personIds: persons.filter((row) => row.projectId === projectId).map((row) => row.id),
      distinctIds: distinctIds
        .filter((row) => row.projectId === projectId)
        .map((row) => row.distinctId),
    });
  }
}
