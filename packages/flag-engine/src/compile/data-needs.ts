import type { Condition, Filter } from '../conditions/condition';
import type { CompiledFlag, DataNeeds, Enrollment } from './compiled-flag';

/** Collects what the flag's filters can ask of stored data. */
export function dataNeeds(
  flag: Pick<
    CompiledFlag,
    'conditions' | 'enrollment' | 'holdout' | 'aggregation' | 'variants' | 'continuity'
  > & { readonly deviceBucketing: boolean },
): DataNeeds {
  const personKeys = new Set<string>(enrollmentKeys(flag.enrollment));
  const groupKeys = new Map<number, Set<string>>();
  for (const filter of allFilters(flag.conditions, flag.enrollment)) {
    if (filter.kind === 'person') personKeys.add(filter.key);
    if (filter.kind === 'group') {
      const keys = groupKeys.get(filter.groupTypeIndex) ?? new Set();
      groupKeys.set(filter.groupTypeIndex, keys.add(filter.key));
    }
  }
  const hashes = flag.conditions.some(
    (condition) =>
      condition.aggregation === null &&
      (condition.rolloutPercentage !== 100 || flag.variants.length > 0),
  );
  return {
    personKeys,
    groupKeys,
    groupTypes:
      groupKeys.size > 0 ||
      (flag.holdout !== null && flag.aggregation !== null) ||
      flag.conditions.some((condition) => condition.aggregation !== null),
    hashKeyOverride: flag.continuity && !flag.deviceBucketing && hashes,
  };
}

function enrollmentKeys(enrollment: Enrollment | null): readonly string[] {
  if (enrollment === null) return [];
  return enrollment.kind === 'property' ? [enrollment.key] : enrollment.keys;
}

function allFilters(conditions: readonly Condition[], enrollment: Enrollment | null): Filter[] {
  const all = conditions.flatMap((condition) => condition.filters);
  return enrollment?.kind === 'condition' ? [...all, ...enrollment.condition.filters] : all;
}
