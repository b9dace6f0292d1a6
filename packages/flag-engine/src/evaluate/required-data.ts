import type { CompiledFlags, DataNeeds } from '../compiled/flag';
import { ALL_FLAGS, selectFlags, type FlagSelection } from '../selection/selection';
import type { EvaluationContext, RequestFacts } from '../subject/context';
import { groupKey, requestGroupValue, requestPersonValue } from '../subject/request-properties';

/** The stored data that an evaluation would read; the rest may be passed as empty. */
export interface RequiredData {
  /** The person's stored properties. */
  readonly person: boolean;
  /** Names of the group types whose stored properties (of the request's group) are needed. */
  readonly groups: readonly string[];
  /** Whether the names of the group types are needed; `groups` is complete only when they were given. */
  readonly groupTypes: boolean;
  /** The stored hash keys of the person. */
  readonly hashKeyOverrides: boolean;
  /** Ids of the cohorts whose stored membership is needed. */
  readonly cohorts: readonly number[];
}

/**
 * Returns what to read before evaluating, so that a request that contains all properties of the conditions needs no
 * store.
 *
 * @param groupTypes names of the project's group types by index, or null when not read yet
 */
export function requiredData(
  flags: CompiledFlags,
  request: RequestFacts,
  groupTypes: EvaluationContext['groupTypes'],
  selection: FlagSelection = ALL_FLAGS,
): RequiredData {
  const groups = new Set<string>();
  const cohorts = new Set<number>();
  let person = false;
  let needsGroupTypes = false;
  let hashKeyOverrides = false;
  for (const { flag } of selectFlags(flags, selection)) {
    const { needs } = flag;
    person ||= needsStoredPerson(needs, request);
    needsGroupTypes ||= needs.groupTypes;
    hashKeyOverrides ||= needs.hashKeyOverride;
    for (const id of needs.cohorts) cohorts.add(id);
    for (const [index, keys] of needs.groupKeys) {
      const groupType = groupTypes?.[index];
      if (groupType === undefined || groupKey(request, groupType) === null) continue;
      for (const key of keys) {
        if (requestGroupValue(request, groupType, key) === undefined) groups.add(groupType);
      }
    }
  }
  return {
    person,
    groups: [...groups],
    groupTypes: needsGroupTypes,
    hashKeyOverrides,
    cohorts: [...cohorts],
  };
}

/** Whether a filter reads a property of the person that the request does not contain. */
export function needsStoredPerson(needs: DataNeeds, request: RequestFacts): boolean {
  for (const key of needs.personKeys) {
    if (requestPersonValue(request, key) === undefined) return true;
  }
  return false;
}
