import type { Filter } from '../compiled/condition';
import type { PropertyMatcher } from '../operators/matcher';
import { FlagFailure } from '../reasons/failure';
import type { Subject } from '../subject/context';
import { groupValue, personValue } from '../subject/property-lookup';
import { flagFilterMatches, type DependencyValues } from './flag-filter';
import { isMember } from './is-member';

/**
 * Whether all filters match. Stops at the first miss, so that a filter that cannot be evaluated fails the flag only
 * if it would have decided.
 *
 * @throws FlagFailure when a filter cannot be evaluated
 */
export function filtersMatch(
  filters: readonly Filter[],
  context: Subject,
  dependencies: DependencyValues,
): boolean {
  for (const filter of filters) {
    if (!filterMatches(filter, context, dependencies)) return false;
  }
  return true;
}

/** Whether one filter matches. @throws FlagFailure when it cannot be evaluated */
export function filterMatches(
  filter: Filter,
  context: Subject,
  dependencies: DependencyValues,
): boolean {
  switch (filter.kind) {
    case 'person':
      return propertyMatches(filter.matcher, personValue(context, filter.key), context);
    case 'group':
      return propertyMatches(
        filter.matcher,
        groupValue(context, filter.groupTypeIndex, filter.key),
        context,
      );
    case 'flag':
      return flagFilterMatches(filter, dependencies);
    case 'cohort':
      if (filter.cohort === null) return false;
      return isMember(filter.cohort, context) === filter.expected;
    case 'person_metadata':
      throw new FlagFailure('person_metadata_unavailable');
  }
}

function propertyMatches(matcher: PropertyMatcher, value: unknown, context: Subject): boolean {
  return value === undefined ? matcher.whenMissing : matcher.matches(value, context);
}
