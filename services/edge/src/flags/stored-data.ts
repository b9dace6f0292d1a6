import type { EvaluationContext, FlagSelection, RequestFacts } from '@tidemark/flag-engine';
import { requiredData } from '@tidemark/flag-engine';
import type { JsonObject } from '@tidemark/flag-engine';
import { createRefreshingCache } from '../projects/refreshing-cache';
import { withDeadline } from '../projects/with-deadline';
import type { ProjectFlags } from '../projects/flag-directory';
import type { StoredPersonDeps } from './stored-person';
import { readStoredPerson } from './stored-person';

type StoredData = Pick<
  EvaluationContext,
  'groupTypes' | 'personProperties' | 'groupProperties' | 'hashKeyOverrides' | 'memberOf'
>;

/** Reads the data that an evaluation needs and the request does not contain. */
export interface StoredDataReader {
  /** Never rejects. A part that cannot be read is null, and the flags that need it fail. */
  read(
    projectId: number,
    flags: ProjectFlags,
    facts: RequestFacts,
    selection: FlagSelection,
  ): Promise<StoredData>;
}

export interface StoredDataDeps extends StoredPersonDeps {
  readonly now: () => number;
}

type GroupTypes = Readonly<Record<number, string>>;

const READ_DEADLINE_MS = 1_500;
/** Ms until group types are read again. A new group type is used after this time. */
const GROUP_TYPES_FRESH_MS = 2_000;
const MAX_PROJECTS = 10_000;
const NONE: JsonObject = {};
/** The result for flags that need no stored data. */
const NOTHING: StoredData = {
  groupTypes: {},
  personProperties: NONE,
  groupProperties: {},
  hashKeyOverrides: {},
  memberOf: new Set(),
};

export function createStoredDataReader(deps: StoredDataDeps): StoredDataReader {
  const { persons, logger } = deps;

  const groupTypesOf = createRefreshingCache<number, GroupTypes>({
    load: async (projectId) => {
      const types = await withDeadline(persons.listGroupTypes(projectId), READ_DEADLINE_MS);
      return Object.fromEntries(types.map((type) => [type.groupTypeIndex, type.groupType]));
    },
    freshMs: () => GROUP_TYPES_FRESH_MS,
    servesStale: () => true,
    maxEntries: MAX_PROJECTS,
    now: deps.now,
    onLoadFailed: (error) => logger.warn({ err: error }, 'group types cannot be read'),
  });

  const orNull = async <T>(what: string, work: Promise<T>): Promise<T | null> => {
    try {
      return await withDeadline(work, READ_DEADLINE_MS);
    } catch (error) {
      logger.warn({ err: error }, `${what} cannot be read`);
      return null;
    }
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

  return {
    read: async (projectId, flags, facts, selection) => {
      const first = requiredData(flags.compiled, facts, null, selection);
      const needsCohorts = first.cohorts.length > 0;
      const needed = {
        properties: first.person || needsCohorts,
        cohorts: needsCohorts,
        hashKeys: first.hashKeyOverrides,
      };
      // Most requests need no stored data; they should not create timers and promises.
      if (!first.groupTypes && !needed.properties && !needed.hashKeys) return NOTHING;
      const person = readStoredPerson(deps, projectId, flags, facts, needed);
      const [groupTypes, personProperties, memberOf, hashKeyOverrides] = await Promise.all([
        first.groupTypes ? orNull('group types', groupTypesOf.get(projectId)) : NOTHING.groupTypes,
        needed.properties
          ? orNull('person properties', person.properties)
          : NOTHING.personProperties,
        needed.cohorts ? orNull('cohorts of the person', person.cohorts) : NOTHING.memberOf,
        needed.hashKeys
          ? orNull('hash keys of the person', person.hashKeys)
          : NOTHING.hashKeyOverrides,
      ]);
      const { groups } =
        first.groupTypes && groupTypes !== null
          ? requiredData(flags.compiled, facts, groupTypes, selection)
          : first;
      return {
        groupTypes,
        personProperties,
        groupProperties:
          groupTypes === null ? {} : await groupProperties(projectId, groupTypes, facts, groups),
        hashKeyOverrides,
        memberOf,
      };
    },
  };
}
