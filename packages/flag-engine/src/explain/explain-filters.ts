import type { Condition, Filter } from '../compiled/condition';
import type { DependencyValues } from '../conditions/flag-filter';
import { isMember } from '../conditions/is-member';
import { filterMatches } from '../conditions/match-filters';
import { isJsonObject, ownValue, type JsonObject } from '../json';
import { FlagFailure } from '../reasons/failure';
import type { Subject } from '../subject/context';
import { groupValue, personValue } from '../subject/property-lookup';
import type { FilterExplanation } from './explanation';

/** Explains each filter of a condition, in the order of evaluation. */
export function explainFilters(
  filters: unknown,
  condition: Condition,
  subject: Subject,
  values: DependencyValues,
): FilterExplanation[] {
  const stored = storedFilters(filters, condition.index);
  return condition.filters.map((filter, index) => {
    const asStored = stored[index] ?? {};
    try {
      const matches = filterMatches(filter, subject, values);
      const actual = actualOf(filter, subject, values) ?? null;
      return { filter: asStored, actual, matches, problem: null };
    } catch (error) {
      // Values come from users: any error of a comparison becomes the explanation.
      const known = error instanceof FlagFailure;
      const problem = known ? error.message : 'The comparison failed unexpectedly';
      return { filter: asStored, actual: null, matches: null, problem };
    }
  });
}

/** Compiled conditions have filters on cohorts last. */
function storedFilters(filters: unknown, index: number): JsonObject[] {
  const conditions = isJsonObject(filters) ? ownValue(filters, 'groups') : undefined;
  const condition: unknown = Array.isArray(conditions) ? conditions[index] : undefined;
  const properties = isJsonObject(condition) ? ownValue(condition, 'properties') : undefined;
  const stored = Array.isArray(properties) ? properties.filter(isJsonObject) : [];
  const isCohort = (filter: JsonObject): boolean => filter['type'] === 'cohort';
  return [...stored.filter((filter) => !isCohort(filter)), ...stored.filter(isCohort)];
}

function actualOf(filter: Filter, subject: Subject, values: DependencyValues): unknown {
  switch (filter.kind) {
    case 'person':
      return personValue(subject, filter.key);
    case 'group':
      return groupValue(subject, filter.groupTypeIndex, filter.key);
    case 'flag': {
      const value = filter.flagId === null ? undefined : (values.get(filter.flagId) ?? false);
      return typeof value === 'object' ? value.variant : value;
    }
    case 'cohort':
      return filter.cohort === null ? undefined : isMember(filter.cohort, subject);
    case 'person_metadata':
      return undefined;
  }
}
