import type { Redis } from '../connection/redis';
import { getMany, unlinkMany } from '../connection/many-keys';
import { pipelineReplies } from '../connection/pipeline-replies';

export interface CachedPerson {
  readonly person_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** When asked for, and known: the cohorts the person was in at a version of the definitions. */
  readonly cohorts?: CachedCohorts;
  /** When asked for, and known: what flags hash for the person, by flag key; perhaps not of all flags. */
  readonly hashKeys?: Readonly<Record<string, string>>;
}

export interface CachedCohorts {
  readonly version: number;
  readonly ids: readonly number[];
}

/** The data to read in addition to properties. */
interface CacheReadOptions {
  readonly cohorts?: boolean;
  readonly hashKeys?: boolean;
}

export interface PersonEntry extends Pick<CachedPerson, 'person_id' | 'properties'> {
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
    options?: CacheReadOptions,
  ): Promise<Map<string, CachedPerson | undefined>>;
  /** Truth from the one who has just committed it: overwrites. */
  set(projectId: number, entries: readonly PersonEntry[]): Promise<void>;
  /** What a reader found in Postgres: never overwrites, so a slow reader cannot undo a newer `set`. */
  fill(projectId: number, entries: readonly PersonEntry[]): Promise<void>;
  /** What a reader found in Postgres of a person's cohorts; good for one version of the definitions. */
  setCohorts(projectId: number, personId: string, cohorts: CachedCohorts): Promise<void>;
  /** Hash keys that a reader found in Postgres: once there they never change. */
  setHashKeys(
    projectId: number,
    personId: string,
    hashKeys: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Forgets distinct ids, e.g. those a merge has moved; and persons, by their id. */
  delete(
    projectId: number,
    gone: { readonly distinctIds?: readonly string[]; readonly personIds?: readonly string[] },
  ): Promise<void>;
}

const idKey = (projectId: number, distinctId: string): string =>
  `tidemark:person-of:${projectId}:${distinctId}`;
const personKey = (projectId: number, personId: string): string =>
  `tidemark:person:${projectId}:${personId}`;
const cohortsKey = (projectId: number, personId: string): string =>
  `tidemark:cohorts-of:${projectId}:${personId}`;
const hashKeysKey = (projectId: number, personId: string): string =>
  `tidemark:flag-hash-keys-of:${projectId}:${personId}`;

export function createPersonPropertiesCache(
  redis: Redis,
  ttlSeconds = 3_600,
): PersonPropertiesCache {
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
    getMany: async (projectId, distinctIds, options) => {
      const found = new Map<string, CachedPerson | undefined>();
      if (distinctIds.length === 0) return found;
      const personIds = await getMany(
        redis,
        distinctIds.map((id) => idKey(projectId, id)),
      );
      const known = [...new Set(personIds.filter((id) => id !== null))];
      const kinds = [
        personKey,
        ...(options?.cohorts === true ? [cohortsKey] : []),
        ...(options?.hashKeys === true ? [hashKeysKey] : []),
      ];
      const keys = kinds.flatMap((kind) => known.map((id) => kind(projectId, id)));
      const texts = await getMany(redis, keys);
      const textOf = new Map(keys.map((key, index) => [key, texts[index] ?? null]));
      distinctIds.forEach((distinctId, index) => {
        const personId = personIds[index] ?? null;
        const text =
          personId === null ? null : (textOf.get(personKey(projectId, personId)) ?? null);
        if (personId === null || text === null) {
          found.set(distinctId, undefined);
          return;
        }
        const cohorts = readCohorts(textOf.get(cohortsKey(projectId, personId)) ?? null);
        const hashKeys = textOf.get(hashKeysKey(projectId, personId)) ?? null;
        found.set(distinctId, {
          person_id: personId,
          properties: JSON.parse(text) as CachedPerson['properties'],
          ...(cohorts !== undefined && { cohorts }),
          ...(hashKeys !== null && { hashKeys: JSON.parse(hashKeys) as Record<string, string> }),
        });
      });
      return found;
    },
    set: (projectId, entries) => write(projectId, entries, []),
    fill: (projectId, entries) => write(projectId, entries, ['NX']),
    setCohorts: async (projectId, personId, { version, ids }) => {
      const text = `${version}:${ids.join(',')}`;
      await redis.set(cohortsKey(projectId, personId), text, 'EX', ttlSeconds);
    },
    setHashKeys: async (projectId, personId, hashKeys) => {
      const text = JSON.stringify(hashKeys);
      await redis.set(hashKeysKey(projectId, personId), text, 'EX', ttlSeconds);
    },
    delete: async (projectId, gone) => {
      const ofPerson = (id: string): string[] =>
        [personKey, cohortsKey, hashKeysKey].map((kind) => kind(projectId, id));
      await unlinkMany(redis, [
        ...(gone.distinctIds ?? []).map((id) => idKey(projectId, id)),
        ...(gone.personIds ?? []).flatMap(ofPerson),
      ]);
    },
  };
}

/** `version:id,id`; anything else is a miss. */
function readCohorts(text: string | null): CachedCohorts | undefined {
  const [, version, ids] = /^(\d+):([\d,]*)$/.exec(text ?? '') ?? [];
  if (version === undefined || ids === undefined) return undefined;
  return { version: Number(version), ids: ids === '' ? [] : ids.split(',').map(Number) };
}
