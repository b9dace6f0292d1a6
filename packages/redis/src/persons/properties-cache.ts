import type { Redis } from 'ioredis';
import { pipelineReplies } from '../ingest-log/pipeline-replies';

export interface CachedPerson {
  readonly person_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface PersonEntry extends CachedPerson {
  readonly distinct_id: string;
}

/**
 * Person properties for flag evaluation. Two steps, distinct id → person id → properties, so that a
 * change of a person is one write however many distinct ids it has. Each method is at most two round
 * trips. A miss says nothing: ask Postgres.
 */
export interface PersonPropertiesCache {
  /** Every asked id is a key; the value is undefined on a miss. */
  getMany(
    projectId: number,
    distinctIds: readonly string[],
  ): Promise<Map<string, CachedPerson | undefined>>;
  /** Truth from the one who has just committed it: overwrites. */
  set(projectId: number, entries: readonly PersonEntry[]): Promise<void>;
  /** What a reader found in Postgres: never overwrites, so a slow reader cannot undo a newer `set`. */
  fill(projectId: number, entries: readonly PersonEntry[]): Promise<void>;
  /** Forgets distinct ids, e.g. those a merge has moved; and persons, by their id. */
  delete(
    projectId: number,
    gone: { readonly distinctIds?: readonly string[]; readonly personIds?: readonly string[] },
  ): Promise<void>;
}

export function createPersonPropertiesCache(
  redis: Redis,
  ttlSeconds = 3_600,
): PersonPropertiesCache {
  const idKey = (projectId: number, distinctId: string): string =>
    `tidemark:person-of:${projectId}:${distinctId}`;
  const personKey = (projectId: number, personId: string): string =>
    `tidemark:person:${projectId}:${personId}`;

  const write = async (
    projectId: number,
    entries: readonly PersonEntry[],
    condition: readonly string[],
  ): Promise<void> => {
    const commands = new Map<string, (string | number)[]>();
    for (const entry of entries) {
      const pairs = [
        [personKey(projectId, entry.person_id), JSON.stringify(entry.properties)],
        [idKey(projectId, entry.distinct_id), entry.person_id],
      ] as const;
      for (const [key, value] of pairs) {
        commands.set(key, ['set', key, value, 'EX', ttlSeconds, ...condition]);
      }
    }
    await pipelineReplies(redis, [...commands.values()]);
  };

  return {
    getMany: async (projectId, distinctIds) => {
      const found = new Map<string, CachedPerson | undefined>();
      if (distinctIds.length === 0) return found;
      const personIds = await redis.mget(...distinctIds.map((id) => idKey(projectId, id)));
      const known = [...new Set(personIds.filter((id) => id !== null))];
      const texts =
        known.length === 0 ? [] : await redis.mget(...known.map((id) => personKey(projectId, id)));
      const textOf = new Map(known.map((id, index) => [id, texts[index] ?? null]));
      distinctIds.forEach((distinctId, index) => {
        const personId = personIds[index] ?? null;
        const text = personId === null ? null : (textOf.get(personId) ?? null);
        found.set(
          distinctId,
          personId === null || text === null
            ? undefined
            : {
                person_id: personId,
                properties: JSON.parse(text) as CachedPerson['properties'],
              },
        );
      });
      return found;
    },
    set: (projectId, entries) => write(projectId, entries, []),
    fill: (projectId, entries) => write(projectId, entries, ['NX']),
    delete: async (projectId, gone) => {
      const keys = [
        ...(gone.distinctIds ?? []).map((id) => idKey(projectId, id)),
        ...(gone.personIds ?? []).map((id) => personKey(projectId, id)),
      ];
      if (keys.length > 0) await redis.unlink(...keys);
    },
  };
}
