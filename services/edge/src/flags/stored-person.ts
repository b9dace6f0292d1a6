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

/** The stored data of the person of one request. Each part can reject alone; a part that is not needed is empty. */
export interface StoredPerson {
  /** Empty if no person has the distinct id. */
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

/** Reads the cache once for all parts, and reads the missing parts from Postgres. */
export function readStoredPerson(
  { cache, persons, hashKeys: store, logger }: StoredPersonDeps,
  projectId: number,
  flags: Pick<ProjectFlags, 'compiled' | 'version'>,
  { distinctId, anonDistinctId }: Pick<RequestFacts, 'distinctId' | 'anonDistinctId'>,
  needed: NeededOfPerson,
): StoredPerson {
  const notWritable = (error: unknown): void =>
    logger.debug({ err: error }, 'the person cache cannot be written');

  if (!needed.properties && !needed.cohorts && !needed.hashKeys) return NOTHING;

  const fromCache = async (): Promise<CachedPerson | undefined> => {
    try {
      return (await cache.getMany(projectId, [distinctId], needed)).get(distinctId);
    } catch (error) {
      logger.debug(
        { err: error },
        'the person cache cannot be read: the person is read from Postgres',
      );
      return undefined;
    }
  };
  const cached = fromCache();

  const fromStore = async (): Promise<CachedPerson | null> => {
    const person = await persons.findByDistinctId(projectId, distinctId);
    if (person === null) return null;
    const { id, properties, version } = person;
    cache
      .fill(projectId, [{ distinct_id: distinctId, person_id: id, properties, version }])
      .catch(notWritable);
    return { person_id: id, properties };
  };
  // The person is also read if only hash keys are needed, because the cache stores them with their person.
  const person = cached.then((known) => known ?? fromStore());

  const cohorts = async (): Promise<ReadonlySet<number>> => {
    const known = await person;
    if (known === null) return NO_COHORTS;
    const { version } = flags;
    // A cached membership is valid only for the version of the definitions with which it was read.
    if (known.cohorts !== undefined && known.cohorts.version === version) {
      return new Set(known.cohorts.ids);
    }
    const ids = await persons.listCohorts(projectId, known.person_id);
    if (version !== null) {
      cache.setCohorts(projectId, known.person_id, { version, ids }).catch(notWritable);
    }
    return new Set(ids);
  };

  // Prevents an unhandled rejection. Those that await the promise handle the error.
  person.catch(() => undefined);

  const hashKeys = async (): Promise<HashKeys> => {
    const keys = flags.compiled.continuityKeys;
    const isComplete = (stored: HashKeys): boolean =>
      keys.every((key) => Object.hasOwn(stored, key));
    const known = (await cached)?.hashKeys;
    // Stored keys never change, so a complete set in the cache is current. With an anonymous id, keys may have to be
    // written for its person.
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
