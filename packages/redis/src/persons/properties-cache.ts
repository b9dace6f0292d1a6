import type { Redis } from '../connection/redis';
import { getMany, unlinkMany } from '../connection/many-keys';
import { pipelineReplies } from '../connection/pipeline-replies';

export interface CachedPerson {
  readonly person_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The cohorts of the person at a version of the definitions; only if requested and cached. */
  readonly cohorts?: CachedCohorts;
  /** The texts that flags hash for the person, by flag key; only if requested and cached. May be incomplete. */
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
  /** The version of the person with these properties. */
  readonly version: number;
}

/**
 * Caches person properties for the evaluation of flags. Each person id is stored by distinct id, and the properties
 * by person id, so that a change of a person is one write for any number of distinct ids. Each method needs at most
 * two round trips. After a miss, the caller reads Postgres.
 */
export interface PersonPropertiesCache {
  /** The map has a key for every requested id; the value is undefined on a miss. */
  getMany(
    projectId: number,
    distinctIds: readonly string[],
    options?: CacheReadOptions,
  ): Promise<Map<string, CachedPerson | undefined>>;
  /**
   * Stores values that the caller has committed. Properties of a newer version stay: two workers can change a person
   * one after the other, and store it here in the other order.
   */
  set(projectId: number, entries: readonly PersonEntry[]): Promise<void>;
  /** Stores values read from Postgres. A slow reader replaces neither newer properties nor the person of an id. */
  fill(projectId: number, entries: readonly PersonEntry[]): Promise<void>;
  /** Stores a person's cohorts read from Postgres; they are valid for one version of the definitions. */
  setCohorts(projectId: number, personId: string, cohorts: CachedCohorts): Promise<void>;
  /** Stores hash keys read from Postgres; an existing key never changes. */
  setHashKeys(
    projectId: number,
    personId: string,
    hashKeys: Readonly<Record<string, string>>,
  ): Promise<void>;
  /**
   * Marks persons that a merge has removed. While the mark lasts, no slow worker or reader can store them again, and a
   * read of them is a miss.
   */
  retire(projectId: number, personIds: readonly string[]): Promise<void>;
  /** Deletes distinct ids, for example those that a merge has moved, and persons. */
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

/** KEYS: the key of a person. ARGV: version, `version:properties`, seconds to live. */
const SET_UNLESS_NEWER = `
local version = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+):')
if version and tonumber(version) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1`;

/** The value of a removed person, of a version that no person reaches. */
const RETIRED = `${Number.MAX_SAFE_INTEGER}:`;
/** Longer than a worker takes from its commit to its update of the cache. */
const RETIRED_SECONDS = 600;

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
      const { version } = entry;
      const person = personKey(projectId, entry.person_id);
      const text = `${version}:${JSON.stringify(entry.properties)}`;
      commands.set(person, ['eval', SET_UNLESS_NEWER, 1, person, version, text, ttlSeconds]);
      const id = idKey(projectId, entry.distinct_id);
      commands.set(id, ['set', id, entry.person_id, 'EX', ttlSeconds, ...condition]);
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
        const properties = readProperties(text);
        if (personId === null || properties === undefined) {
          found.set(distinctId, undefined);
          return;
        }
        const cohorts = readCohorts(textOf.get(cohortsKey(projectId, personId)) ?? null);
        const hashKeys = textOf.get(hashKeysKey(projectId, personId)) ?? null;
        found.set(distinctId, {
          person_id: personId,
          properties,
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
    retire: async (projectId, personIds) => {
      const marks = personIds.map((id) => [
        'set',
        personKey(projectId, id),
        RETIRED,
        'EX',
        RETIRED_SECONDS,
      ]);
      if (marks.length > 0) await pipelineReplies(redis, marks);
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

/** Parses `version:properties`; any other text counts as a miss, as the format of earlier releases. */
function readProperties(text: string | null): CachedPerson['properties'] | undefined {
  const [start] = /^\d+:/.exec(text ?? '') ?? [];
  if (text === null || start === undefined || text === RETIRED) return undefined;
  return JSON.parse(text.slice(start.length)) as CachedPerson['properties'];
}

/** Parses `version:id,id`; any other text counts as a miss. */
function readCohorts(text: string | null): CachedCohorts | undefined {
  const [, version, ids] = /^(\d+):([\d,]*)$/.exec(text ?? '') ?? [];
  if (version === undefined || ids === undefined) return undefined;
  return { version: Number(version), ids: ids === '' ? [] : ids.split(',').map(Number) };
}
