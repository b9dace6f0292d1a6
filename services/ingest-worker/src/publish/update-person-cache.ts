import type { NormalizedEvent } from '@tidemark/domain';
import type { IdentityCommit, IdentityWrites } from '@tidemark/postgres';
import type { PersonEntry, PersonPropertiesCache } from '@tidemark/redis';
import type { IdentityOutcome } from '@tidemark/domain';

export interface CacheChange {
  readonly projectId: number;
  readonly entries: readonly PersonEntry[];
  readonly gone: { readonly distinctIds: readonly string[]; readonly personIds: readonly string[] };
  /** Persons that a merge has removed. */
  readonly merged: readonly string[];
}

/**
 * Returns the changes that a committed batch makes to the cache of flag evaluation, per project: changed persons
 * under the distinct ids of the batch, and the ids to remove because they moved to another person.
 */
export function cacheChanges(
  events: readonly NormalizedEvent[],
  outcomes: readonly IdentityOutcome[],
  writes: IdentityWrites,
  commit: IdentityCommit,
): readonly CacheChange[] {
  const changed = new Map(
    [...writes.created, ...writes.updated].map((person) => [
      `${person.projectId}:${person.id}`,
      person,
    ]),
  );
  const projects = new Set([...changed.values(), ...writes.deleted].map((row) => row.projectId));
  for (const row of commit.moved) projects.add(row.projectId);
  const personOf = new Map<string, PersonEntry>();
  events.forEach((event, index) => {
    const personId = outcomes[index]?.personId ?? '';
    const person = changed.get(`${event.entry.team_id}:${personId}`);
    // The last event of a distinct id has its final person.
    const key = `${event.entry.team_id}:${event.distinctId}`;
    if (person === undefined) personOf.delete(key);
    else {
      personOf.set(key, {
        distinct_id: event.distinctId,
        person_id: person.id,
        properties: person.properties,
        version: person.version,
      });
    }
  });
  const ofProject = <R extends { readonly projectId: number }>(rows: readonly R[], id: number) =>
    rows.filter((row) => row.projectId === id);
  return [...projects].map((projectId) => ({
    projectId,
    entries: [...personOf].flatMap(([key, entry]) =>
      key.startsWith(`${projectId}:`) ? [entry] : [],
    ),
    merged: ofProject(writes.deleted, projectId).map((row) => row.id),
    gone: {
      distinctIds: ofProject(commit.moved, projectId).map((row) => row.distinctId),
      // A person that absorbs another one also takes over its cohort memberships, which are cached with the person.
      personIds: ofProject(writes.deleted, projectId).flatMap((row) => [row.id, row.into]),
    },
  }));
}

/** Removes entries first, so that an id that moved and is also in the batch is stored with its new person. */
export async function updatePersonCache(
  cache: PersonPropertiesCache,
  changes: readonly CacheChange[],
): Promise<void> {
  for (const { projectId, entries, gone, merged } of changes) {
    await cache.delete(projectId, gone);
    await cache.retire(projectId, merged);
    if (entries.length > 0) await cache.set(projectId, entries);
  }
}
