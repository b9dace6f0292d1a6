import type { CohortDirectory, CompiledCohort } from '../compiled/cohort';
import type { CohortFilter, Filter, FlagFilter } from '../compiled/condition';
import { MalformedFlag, readBoolean, readIndex, readText } from '../definitions/read-fields';
import { ownValue, type JsonObject } from '../json';
import { canonicalOperator, matcherFor } from '../operators/catalogue';
import { NEVER_MATCHES } from '../operators/matcher';
import { failing } from './cohorts/compile-cohorts';
import { cohortId } from './cohorts/read-tree';

const FLAG_ID = /^\d+$/;

/**
 * Reads one stored filter. The type decides what is compared; very old filters have no type and then mean the
 * condition's own subject.
 *
 * @param aggregation group type of the condition, null for the person
 */
export function readFilter(
  stored: JsonObject,
  aggregation: number | null,
  cohorts: CohortDirectory,
): Filter {
  const key = readKey(stored);
  const type = readText(stored, 'type') ?? (aggregation === null ? 'person' : 'group');
  const operator = readText(stored, 'operator');
  const value = ownValue(stored, 'value');
  const matcher = matcherFor(operator, value);
  if (matcher === null) throw new MalformedFlag(`unknown operator on ${key}`);
  switch (type) {
    case 'person':
      return { kind: 'person', key, matcher };
    case 'group': {
      const groupTypeIndex = readIndex(stored, 'group_type_index') ?? aggregation;
      // A group filter without a group type has nothing to compare, so it never matches.
      return groupTypeIndex === null
        ? { kind: 'person', key, matcher: NEVER_MATCHES }
        : { kind: 'group', key, groupTypeIndex, matcher };
    }
    case 'flag':
      return readFlagFilter(key, canonicalOperator(operator), value);
    case 'cohort':
      return readCohortFilter(stored, operator, cohorts);
    case 'person_metadata':
      return { kind: 'person_metadata' };
    default:
      throw new MalformedFlag(`unknown filter type on ${key}`);
  }
}

/** Keys are texts; a number (cohort and flag ids) is taken as its text. */
function readKey(stored: JsonObject): string {
  const key = ownValue(stored, 'key');
  if (typeof key === 'string') return key;
  if (typeof key === 'number') return String(key);
  throw new MalformedFlag('a filter has no key');
}

function readFlagFilter(key: string, operator: string, value: unknown): FlagFilter {
  const usable = typeof value === 'boolean' || typeof value === 'string';
  return {
    kind: 'flag',
    flagId: FLAG_ID.test(key) ? Number(key) : null,
    expected: operator === 'flag_evaluates_to' && usable ? value : null,
  };
}

/** `negation` of old filters means the same as `not_in`. */
function readCohortFilter(
  stored: JsonObject,
  operator: string | null,
  cohorts: CohortDirectory,
): CohortFilter {
  const answerable = operator === null || operator === 'in' || operator === 'not_in';
  const outside = operator === 'not_in' || readBoolean(stored, 'negation') === true;
  return {
    kind: 'cohort',
    cohort: answerable ? findCohort(ownValue(stored, 'value'), cohorts) : null,
    expected: !outside,
  };
}

function findCohort(value: unknown, cohorts: CohortDirectory): CompiledCohort {
  try {
    return cohorts(cohortId(value));
  } catch (error) {
    if (!(error instanceof MalformedFlag)) throw error;
    return failing('dependency_not_found_cohort');
  }
}
