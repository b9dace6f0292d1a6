import type { FlagHashKeyStore, ManyPersonsReader, PersonReader } from '@tidemark/postgres';
import { groupName } from '@tidemark/postgres';
import type { CachedPerson, PersonPropertiesCache } from '@tidemark/redis';
import type { StoredPersonDeps } from '../flags/stored-person';
import { readTogether } from './read-together';

/**
 * The sources of stored data for many evaluations at once: after a change thousands of streams are evaluated again,
 * and a read for each of them would hold up the reads of requests.
 */
export function createBatchedPerson(deps: {
  readonly cache: PersonPropertiesCache;
  readonly many: ManyPersonsReader;
  readonly persons: Pick<PersonReader, 'listGroupTypes'>;
  readonly hashKeys: Pick<FlagHashKeyStore, 'keep'>;
}): Pick<StoredPersonDeps, 'cache' | 'persons' | 'hashKeys'> {
  const { cache, many } = deps;
  /** Reads of the cache by what is asked for beside properties. */
  const cached = Array.from({ length: 4 }, (_, asked) =>
    readTogether<number, CachedPerson>(async (projectId, distinctIds) => {
      const options = { cohorts: (asked & 1) === 1, hashKeys: (asked & 2) === 2 };
      const found = await cache.getMany(projectId, distinctIds, options);
      return new Map([...found].flatMap(([id, person]) => (person ? [[id, person]] : [])));
    }),
  );
  const person = readTogether((projectId: number, ids: readonly string[]) =>
    many.findByDistinctIds(projectId, ids),
  );
  const cohorts = readTogether((projectId: number, ids: readonly string[]) =>
    many.listCohorts(projectId, ids),
  );
  const hashKeys = readTogether((projectId: number, ids: readonly string[]) =>
    many.findHashKeys(projectId, ids),
  );
  const group = readTogether((projectId: number, names: readonly string[]) =>
    many.findGroupProperties(projectId, names.map(readGroupName)),
  );
  return {
    cache: {
      ...cache,
      getMany: async (projectId, distinctIds, options) => {
        const read =
          cached[Number(options?.cohorts === true) + 2 * Number(options?.hashKeys === true)];
        const known = await Promise.all(
          distinctIds.map(async (id) => [id, await read?.(projectId, id)] as const),
        );
        return new Map(known);
      },
    },
    persons: {
      findByDistinctId: async (projectId, distinctId) =>
        (await person(projectId, distinctId)) ?? null,
      listCohorts: async (projectId, personId) => (await cohorts(projectId, personId)) ?? [],
      findGroupProperties: async (projectId, reference) =>
        (await group(projectId, groupName(reference))) ?? null,
      listGroupTypes: (projectId) => deps.persons.listGroupTypes(projectId),
    },
    hashKeys: {
      find: async (projectId, distinctId) =>
        (await hashKeys(projectId, distinctId)) ?? { personId: null, hashKeys: {} },
      keep: (projectId, ids, flagKeys) => deps.hashKeys.keep(projectId, ids, flagKeys),
    },
  };
}

function readGroupName(name: string): { groupTypeIndex: number; groupKey: string } {
  const at = name.indexOf(':');
  return { groupTypeIndex: Number(name.slice(0, at)), groupKey: name.slice(at + 1) };
}
