import type { Migration } from './topology';
import { replaceIndex } from './topology';

/**
 * The events of one person, or of one distinct id: a filter per granule, so that a read touches little more
 * than the granules that have one. Measured on 1.1M events of 20,000 persons over 90 days: the 45 events of one lie in
 * 45 granules, and 46 of 133 were read, where filters over four granules left 113. Projections ordered by these
 * ids read as few and made inserts of 5,000 events 13 % slower (the filters: no difference seen).
 */
export const eventFinders: Migration = {
  id: 7,
  name: 'event-finders',
  statements: (topology) => [
    ...replaceIndex(
      { table: 'events', name: 'distinct_id_granules', replaces: 'distinct_id_bloom' },
      'distinct_id TYPE bloom_filter GRANULARITY 1',
      topology,
    ),
    ...replaceIndex(
      { table: 'events', name: 'person_id_granules', replaces: null },
      'person_id TYPE bloom_filter GRANULARITY 1',
      topology,
    ),
  ],
};
