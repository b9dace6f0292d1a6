import type { CohortFilter, Filter, FlagFilter } from '../conditions/condition';
import { ownValue, type JsonObject } from '../json';
import { canonicalOperator, matcherFor } from '../operators/catalogue';
import { NEVER_MATCHES } from '../operators/matcher';
import { MalformedFlag, readIndex, readText } from './reader';

const FLAG_ID = /^\d+$/;

/**
 * Reads one stored filter. The type decides what is asked; very old filters have none and then mean
 * the condition's own subject.
 *
 * @param aggregation group type of the condition, null for the person
 */
export function readFilter(stored: JsonObject, aggregation: number | null): Filter {
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
      // A group filter of no group type has nothing to look at: it can only miss.
      return groupTypeIndex === null
        ? { kind: 'person', key, matcher: NEVER_MATCHES }
        : { kind: 'group', key, groupTypeIndex, matcher };
    }
    case 'flag':
      return readFlagFilter(key, canonicalOperator(operator), value);
    case 'cohort':
      return readCohortFilter(operator);
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

function readCohortFilter(operator: string | null): CohortFilter {
  return {
    kind: 'cohort',
    answerable: operator === null || operator === 'in' || operator === 'not_in',
  };
}
