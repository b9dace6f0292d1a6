import { isStored } from '../compile/cohorts/compile-cohorts';
import { cohortId, referencesOf, treeOf } from '../compile/cohorts/read-tree';
import type { CohortDefinition, FlagDefinition } from '../definitions/definition';
import { MalformedFlag } from '../definitions/read-fields';
import { isJsonObject, ownValue, type JsonObject } from '../json';

/**
 * The cohorts of a local evaluation document (`docs/wire/flags-management.md#local-evaluation-cohorts`): the filter
 * trees of all cohorts that the flags refer to, directly or not, by id text. Cohorts with stored members and
 * unreadable ones are left out: an SDK without the cohort requests the result from the server. Cohorts in a cycle,
 * and those that refer to it, are left out too, because SDKs would follow it for ever.
 */
export function localCohorts(
  flags: readonly Pick<FlagDefinition, 'filters'>[],
  cohorts: readonly CohortDefinition[],
): Record<string, JsonObject> {
  const byId = new Map(cohorts.map((cohort) => [cohort.id, cohort]));
  const reached = new Map<number, LocalCohort>();
  const seen = new Set<number>();
  const waiting = flags.flatMap(({ filters }) => [...cohortsOfFlag(filters)]);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const cohort = byId.get(id);
    if (seen.has(id) || cohort === undefined) continue;
    seen.add(id);
    const local = localCohort(cohort);
    if (local === null) continue;
    reached.set(id, local);
    waiting.push(...local.references);
  }
  return Object.fromEntries(withoutCircles(reached).map(([id, { tree }]) => [String(id), tree]));
}

/** Removes cohorts with circular references, starting from cohorts without references. */
function withoutCircles(cohorts: ReadonlyMap<number, LocalCohort>): [number, LocalCohort][] {
  const unsettled = new Map<number, number>();
  const above = new Map<number, number[]>();
  for (const [id, { references }] of cohorts) {
    const below = new Set(references.filter((reference) => cohorts.has(reference)));
    unsettled.set(id, below.size);
    for (const reference of below) above.set(reference, [...(above.get(reference) ?? []), id]);
  }
  const settled = [...cohorts.keys()].filter((id) => unsettled.get(id) === 0);
  for (const id of settled) {
    for (const user of above.get(id) ?? []) {
      const left = (unsettled.get(user) ?? 0) - 1;
      unsettled.set(user, left);
      if (left === 0) settled.push(user);
    }
  }
  const ends = new Set(settled);
  return [...cohorts].filter(([id]) => ends.has(id));
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

/** Ids of the cohorts that conditions of a flag name; the rest of the stored document is ignored. */
export function cohortsOfFlag(filters: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const condition of [...entries(filters, 'groups'), ...entries(filters, 'super_groups')]) {
    for (const property of entries(condition, 'properties')) {
      if (ownValue(property, 'type') !== 'cohort') continue;
      try {
        ids.add(cohortId(ownValue(property, 'value')));
      } catch (error) {
        // The filter names no cohort.
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
