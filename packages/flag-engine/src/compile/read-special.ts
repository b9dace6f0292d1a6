import type { CohortDirectory } from '../compiled/cohort';
import type { Enrollment, Holdout } from '../compiled/flag';
import {
  MalformedFlag,
  readBoolean,
  readNumber,
  readObject,
  readObjects,
  readText,
} from '../definitions/read-fields';
import { type JsonObject } from '../json';
import { readCondition } from './read-condition';

/**
 * Early access: the newer form derives the property from the flag's key, the older one stores a condition. The newer
 * form takes precedence.
 */
export function readEnrollment(
  filters: JsonObject,
  flagKey: string,
  cohorts: CohortDirectory,
): Enrollment | null {
  if (readBoolean(filters, 'feature_enrollment') === true) {
    return { kind: 'property', key: `$feature_enrollment/${flagKey}` };
  }
  const first = readObjects(filters, 'super_groups')[0];
  if (first === undefined) return null;
  // Early access is always about persons, even on group flags.
  const condition = { ...readCondition(first, 0, null, cohorts), aggregation: null };
  const keys = condition.filters.flatMap((filter) =>
    filter.kind === 'person' ? [filter.key] : [],
  );
  return keys.length === 0 ? null : { kind: 'condition', condition, keys };
}

/** The holdout, in the newer form or in the older one, a list of entries like conditions. */
export function readHoldout(filters: JsonObject): Holdout | null {
  const holdout = readObject(filters, 'holdout');
  if (holdout !== null) {
    const id = readNumber(holdout, 'id');
    const percentage = readNumber(holdout, 'exclusion_percentage');
    if (id === null || percentage === null) throw new MalformedFlag('holdout is incomplete');
    return { variant: `holdout-${id}`, percentage: clamp(percentage) };
  }
  const old = readObjects(filters, 'holdout_groups')[0];
  if (old === undefined) return null;
  const variant = readText(old, 'variant');
  if (variant === null) throw new MalformedFlag('holdout_groups[0] has no variant');
  return { variant, percentage: clamp(readNumber(old, 'rollout_percentage') ?? 100) };
}

function clamp(percentage: number): number {
  return Math.min(Math.max(percentage, 0), 100);
}
