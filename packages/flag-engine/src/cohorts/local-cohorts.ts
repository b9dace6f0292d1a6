import { MalformedFlag } from '../compile/reader';
import type { CohortDefinition, FlagDefinition } from '../definition';
import { isJsonObject, ownValue, type JsonObject } from '../json';
import { isStored } from './compile-cohorts';
import { cohortId, referencesOf, treeOf } from './read-tree';

/**
 * The cohorts of a local evaluation document (`wire/flags.md` §8.3): the filter trees of all that the
 * flags reach, by id text. Those whose members are looked up are left out, and so is what cannot be
 * read: an SDK that misses a cohort asks the server.
 */
export function localCohorts(
  flags: readonly Pick<FlagDefinition, 'filters'>[],
  cohorts: readonly CohortDefinition[],
): Record<string, JsonObject> {
  const byId = new Map(cohorts.map((cohort) => [cohort.id, cohort]));
  const trees: Record<string, JsonObject> = {};
  const seen = new Set<number>();
  const waiting = flags.flatMap(({ filters }) => [...cohortsOfFlag(filters)]);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const cohort = byId.get(id);
    if (seen.has(id) || cohort === undefined) continue;
    seen.add(id);
    const local = localCohort(cohort);
    if (local === null) continue;
    trees[String(id)] = local.tree;
    waiting.push(...local.references);
  }
  return trees;
}

interface LocalCohort {
  readonly tree: JsonObject;
  readonly references: readonly number[];
}

function localCohort(cohort: CohortDefinition): LocalCohort | null {
  try {
    const tree = isStored(cohort) ? null : treeOf(cohort.filters);
    return tree === null ? null : { tree, references: referencesOf(tree) };
  } catch (error) {
    if (!(error instanceof MalformedFlag)) throw error;
    return null;
  }
}

/** Ids of the cohorts that conditions of a flag name, whatever else the stored document holds. */
export function cohortsOfFlag(filters: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const condition of [...entries(filters, 'groups'), ...entries(filters, 'super_groups')]) {
    for (const property of entries(condition, 'properties')) {
      if (ownValue(property, 'type') !== 'cohort') continue;
      try {
        ids.add(cohortId(ownValue(property, 'value')));
      } catch (error) {
        // It names no cohort, so there is none to list.
        if (!(error instanceof MalformedFlag)) throw error;
      }
    }
  }
  return ids;
}

function entries(owner: unknown, key: string): JsonObject[] {
  const list = isJsonObject(owner) ? ownValue(owner, key) : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
