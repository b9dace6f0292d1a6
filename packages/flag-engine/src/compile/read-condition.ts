import type { CohortDirectory } from '../compiled/cohort';
import type { Condition, Filter } from '../compiled/condition';
import { readIndex, readNumber, readObjects, readText } from '../definitions/read-fields';
import { ownValue, type JsonObject } from '../json';
import { readFilter } from './read-filter';

const EVERYONE = 100;

/**
 * Reads one stored condition set.
 *
 * @param flagAggregation aggregation of the flag, used when the condition has no such field; an explicit null means
 * the person
 */
export function readCondition(
  stored: JsonObject,
  index: number,
  flagAggregation: number | null,
  cohorts: CohortDirectory,
): Condition {
  const ownAggregation = ownValue(stored, 'aggregation_group_type_index') !== undefined;
  const aggregation = ownAggregation
    ? readIndex(stored, 'aggregation_group_type_index')
    : flagAggregation;
  const filters = readObjects(stored, 'properties').map((filter) =>
    readFilter(filter, aggregation, cohorts),
  );
  return {
    index,
    filters: [...filters.filter(isCheap), ...filters.filter((filter) => !isCheap(filter))],
    rolloutPercentage: readNumber(stored, 'rollout_percentage') ?? EVERYONE,
    aggregation,
    variant: readText(stored, 'variant'),
  };
}

function isCheap(filter: Filter): boolean {
  return filter.kind !== 'cohort';
}
