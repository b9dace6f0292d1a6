import type { EvaluationContext, FlagSelection, RequestFacts } from '@tidemark/flag-engine';
import { requiredData } from '@tidemark/flag-engine';
import type { JsonObject } from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { PersonReader } from '@tidemark/postgres';
import type { CachedPerson, PersonPropertiesCache } from '@tidemark/redis';
import { createRefreshingCache } from '../definitions/refreshing-cache';
import { withDeadline } from '../definitions/with-deadline';
import type { ProjectFlags } from './flag-definitions';

export type StoredData = Pick<
  EvaluationContext,
  'groupTypes' | 'personProperties' | 'groupProperties' | 'hashKeyOverrides' | 'memberOf'
>;

/** Reads what an evaluation needs and the request does not carry. */
export interface StoredDataReader {
  /** Never rejects: what could not be read is null, and fails the flags that depend on it. */
  read(
    projectId: number,
    flags: ProjectFlags,
    facts: RequestFacts,
    selection: FlagSelection,
  ): Promise<StoredData>;
}

export interface StoredDataDeps {
  readonly cache: PersonPropertiesCache;
  readonly persons: PersonReader;
  readonly logger: Logger;
  readonly now: () => number;
}

type GroupTypes = Readonly<Record<number, string>>;

const READ_DEADLINE_MS = 1_500;
/** A new group type shows within this. */
const GROUP_TYPES_FRESH_MS = 2_000;
const MAX_PROJECTS = 10_000;
const NONE: JsonObject = {};
const NO_COHORTS: ReadonlySet<number> = new Set();

export function createStoredDataReader(deps: StoredDataDeps): StoredDataReader {
  const { cache, persons, logger } = deps;

  const groupTypesOf = createRefreshingCache<number, GroupTypes>({
    load: async (projectId) => {
      const types = await withDeadline(persons.listGroupTypes(projectId), READ_DEADLINE_MS);
      return Object.fromEntries(types.map((type) => [type.groupTypeIndex, type.groupType]));
    },
    freshMs: () => GROUP_TYPES_FRESH_MS,
    servesStale: () => true,
    maxEntries: MAX_PROJECTS,
    now: deps.now,
    onLoadFailed: (error) => logger.warn({ err: error }, 'group types not readable'),
  });

  const orNull = async <T>(what: string, work: Promise<T>): Promise<T | null> => {
    try {
      return await withDeadline(work, READ_DEADLINE_MS);
    } catch (error) {
      logger.warn({ err: error }, `${what} not readable`);
      return null;
    }
  };

  const cachedPerson = async (
    projectId: number,
    distinctId: string,
    cohorts: boolean,
  ): Promise<CachedPerson | undefined> => {
    try {
      return (await cache.getMany(projectId, [distinctId], { cohorts })).get(distinctId);
    } catch (error) {
      logger.debug({ err: error }, 'person cache not readable, asking the store');
      return undefined;
    }
  };

  const findPerson = async (
    projectId: number,
    distinctId: string,
    cohorts: boolean,
  ): Promise<CachedPerson | null> => {
    const cached = await cachedPerson(projectId, distinctId, cohorts);
    if (cached !== undefined) return cached;
    const person = await persons.findByDistinctId(projectId, distinctId);
    if (person === null) return null;
    const { id, properties } = person;
    cache
      .fill(projectId, [{ distinct_id: distinctId, person_id: id, properties }])
      .catch((error: unknown) => logger.debug({ err: error }, 'person cache not writable'));
    return { person_id: id, properties };
  };

  /** What is cached counts only at the version of the definitions that it was read at. */
  const cohortsOf = async (
    projectId: number,
    person: CachedPerson | null,
    version: number | null,
  ): Promise<ReadonlySet<number>> => {
    if (person === null) return NO_COHORTS;
    if (person.cohorts !== undefined && person.cohorts.version === version) {
      return new Set(person.cohorts.ids);
    }
    const ids = await persons.listCohorts(projectId, person.person_id);
    if (version !== null) {
      cache
        .setCohorts(projectId, person.person_id, { version, ids })
        .catch((error: unknown) => logger.debug({ err: error }, 'person cache not writable'));
    }
    return new Set(ids);
  };

  const groupProperties = async (
    projectId: number,
    groupTypes: GroupTypes,
    facts: RequestFacts,
    needed: readonly string[],
  ): Promise<Record<string, JsonObject | null>> => {
    const indexOf = new Map(Object.entries(groupTypes).map(([index, name]) => [name, index]));
    const found = await Promise.all(
      needed.map(async (groupType): Promise<[string, JsonObject | null]> => {
        const groupTypeIndex = Number(indexOf.get(groupType));
        const groupKey = String(facts.groups[groupType]);
        const read = async (): Promise<JsonObject> =>
          (await persons.findGroupProperties(projectId, { groupTypeIndex, groupKey })) ?? NONE;
        return [groupType, await orNull('group properties', read())];
      }),
    );
    return Object.fromEntries(found);
  };

  /** What is not needed may be passed as empty. */
  const nothing: Promise<Record<string, never> | null> = Promise.resolve({});

  return {
    read: async (projectId, { compiled: flags, version }, facts, selection) => {
      const first = requiredData(flags, facts, null, selection);
      const needsCohorts = first.cohorts.length > 0;
      const person =
        first.person || needsCohorts
          ? findPerson(projectId, facts.distinctId, needsCohorts)
          : Promise.resolve(null);
      const [groupTypes, personProperties, memberOf] = await Promise.all([
        first.groupTypes ? orNull('group types', groupTypesOf.get(projectId)) : nothing,
        orNull(
          'person properties',
          person.then((found) => found?.properties ?? NONE),
        ),
        needsCohorts
          ? orNull(
              'cohorts of the person',
              person.then((found) => cohortsOf(projectId, found, version)),
            )
          : NO_COHORTS,
      ]);
      const { groups } =
        first.groupTypes && groupTypes !== null
          ? requiredData(flags, facts, groupTypes, selection)
          : first;
      return {
        groupTypes,
        personProperties,
        groupProperties:
          groupTypes === null ? {} : await groupProperties(projectId, groupTypes, facts, groups),
        // No hash keys are stored yet: everyone is bucketed by the id the request names.
        hashKeyOverrides: {},
        memberOf,
      };
    },
  };
}
