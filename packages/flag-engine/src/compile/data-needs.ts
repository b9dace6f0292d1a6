import type { CompiledFlag, DataNeeds, Enrollment } from '../compiled/flag';
import { GEOIP_KEYS } from '../subject/geoip-keys';
import { addCohortNeeds } from './cohorts/cohort-needs';

/** Collects the stored data that the flag's filters may read. */
export function dataNeeds(
  flag: Pick<
    CompiledFlag,
    'conditions' | 'enrollment' | 'holdout' | 'aggregation' | 'variants' | 'continuity'
  >,
): DataNeeds {
  const conditions =
    flag.enrollment?.kind === 'condition'
      ? [...flag.conditions, flag.enrollment.condition]
      : flag.conditions;
  const personKeys = new Set<string>(enrollmentKeys(flag.enrollment));
  const groupKeys = new Map<number, Set<string>>();
  const ofCohorts = { personKeys, stored: new Set<number>(), clock: false };
  let clock = false;
  for (const filter of conditions.flatMap((condition) => condition.filters)) {
    if (filter.kind === 'person') personKeys.add(filter.key);
    if (filter.kind === 'person' || filter.kind === 'group') {
      clock ||= filter.matcher.readsClock === true;
    }
    if (filter.kind === 'group') {
      const keys = groupKeys.get(filter.groupTypeIndex) ?? new Set();
      groupKeys.set(filter.groupTypeIndex, keys.add(filter.key));
    }
    if (filter.kind === 'cohort' && filter.cohort !== null) {
      addCohortNeeds(filter.cohort, ofCohorts);
    }
  }
  const hashesPerson = conditions.some(
    (condition) =>
      condition.aggregation === null &&
      (condition.rolloutPercentage !== 100 || flag.variants.length > 0),
  );
  return {
    personKeys,
    geoipKeys: GEOIP_KEYS.filter((key) => personKeys.has(key)),
    groupKeys,
    groupTypes:
      groupKeys.size > 0 ||
      (flag.holdout !== null && flag.aggregation !== null) ||
      conditions.some((condition) => condition.aggregation !== null),
    hashKeyOverride: flag.continuity && hashesPerson,
    cohorts: ofCohorts.stored,
    clock: clock || ofCohorts.clock,
  };
}

function enrollmentKeys(enrollment: Enrollment | null): readonly string[] {
  if (enrollment === null) return [];
  return enrollment.kind === 'property' ? [enrollment.key] : enrollment.keys;
}
