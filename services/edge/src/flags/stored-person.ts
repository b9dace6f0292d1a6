import type { JsonObject, RequestFacts } from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { FlagHashKeyStore, HashKeys, PersonReader } from '@tidemark/postgres';
import type { CachedPerson, PersonPropertiesCache } from '@tidemark/redis';
import type { ProjectFlags } from '../projects/flag-directory';

/** The data of a person that an evaluation needs. */
export interface NeededOfPerson {
  readonly properties: boolean;
  readonly cohorts: boolean;
  readonly hashKeys: boolean;
}

/** What is stored of the person of one request. Each part rejects for itself; what is not needed is empty. */
export interface StoredPerson {
  /** Empty when no one has used the distinct id. */
  readonly properties: Promise<JsonObject>;
  readonly cohorts: Promise<ReadonlySet<number>>;
  readonly hashKeys: Promise<HashKeys>;
}

export interface StoredPersonDeps {
  readonly cache: PersonPropertiesCache;
  readonly persons: PersonReader;
  readonly hashKeys: FlagHashKeyStore;
  readonly logger: Logger;
}

const NONE: JsonObject = {};
const NO_COHORTS: ReadonlySet<number> = new Set();
const NOTHING: StoredPerson = {
  properties: Promise.resolve(NONE),
  cohorts: Promise.resolve(NO_COHORTS),
  hashKeys: Promise.resolve({}),
};

/** One read of the cache for everything, and Postgres for what it lacks. */
export function readStoredPerson(
  { cache, persons, hashKeys: store, logger }: StoredPersonDeps,
  projectId: number,
  flags: Pick<ProjectFlags, 'compiled' | 'version'>,
  { distinctId, anonDistinctId }: Pick<RequestFacts, 'distinctId' | 'anonDistinctId'>,
  needed: NeededOfPerson,
): StoredPerson {
  const notWritable = (error: unknown): void =>
    logger.debug({ err: error }, 'person cache not writable');

  if (!needed.properties && !needed.cohorts && !needed.hashKeys) return NOTHING;

  const fromCache = async (): Promise<CachedPerson | undefined> => {
    try {
      return (await cache.getMany(projectId, [distinctId], needed)).get(distinctId);
    } catch (error) {
      logger.debug({ err: error }, 'person cache not readable, asking the store');
      return undefined;
    }
  };
  const cached = fromCache();

  const fromStore = async (): Promise<CachedPerson | null> => {
    const person = await persons.findByDistinctId(projectId, distinctId);
    if (person === null) return null;
    const { id, properties } = person;
    cache
      .fill(projectId, [{ distinct_id: distinctId, person_id: id, properties }])
      .catch(notWritable);
    return { person_id: id, properties };
  };
  // Also for hash keys alone: without it the cache would never know whose they are.
  const person = cached.then((known) => known ?? fromStore());

  const cohorts = async (): Promise<ReadonlySet<number>> => {
    const known = await person;
    if (known === null) return NO_COHORTS;
    const { version } = flags;
    // What is cached counts only at the version of the definitions that it was read at.
    if (known.cohorts !== undefined && known.cohorts.version === version) {
      return new Set(known.cohorts.ids);
    }
    const ids = await persons.listCohorts(projectId, known.person_id);
    if (version !== null) {
      cache.setCohorts(projectId, known.person_id, { version, ids }).catch(notWritable);
    }
    return new Set(ids);
  };

  // Heard where it is asked for.
  person.catch(() => undefined);

  const hashKeys = async (): Promise<HashKeys> => {
    const keys = flags.compiled.continuityKeys;
    const isComplete = (stored: HashKeys): boolean =>
      keys.every((key) => Object.hasOwn(stored, key));
    const known = (await cached)?.hashKeys;
    // Keys never change once they are there; only what is missing can have come since. An anonymous id
    // may be of a person that lacks them.
    if (anonDistinctId === null && known !== undefined && isComplete(known)) return known;
    const read =
      anonDistinctId === null
        ? await store.find(projectId, distinctId)
        : await store.keep(projectId, { distinctId, anonDistinctId }, keys);
    if (read.personId !== null && isComplete(read.hashKeys)) {
      cache.setHashKeys(projectId, read.personId, read.hashKeys).catch(notWritable);
    }
    return read.hashKeys;
  };

  return {
    properties: needed.properties
      ? person.then((known) => known?.properties ?? NONE)
      : NOTHING.properties,
    cohorts: needed.cohorts ? cohorts() : NOTHING.cohorts,
    hashKeys: needed.hashKeys ? hashKeys() : NOTHING.hashKeys,
  };
}
