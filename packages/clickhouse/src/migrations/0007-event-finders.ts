import type { Migration } from './topology';
import { replaceIndex } from './topology';

/**
 * Indexes for the events of one person or one distinct id: a Bloom filter per granule, so that a query reads hardly
 * more than the granules with such events. Measured on 1.1M events of 20,000 persons over 90 days: the 45 events of one
 * person are in 45 granules, and 46 of 133 granules were read; with filters over four granules, 113 were read.
 * Projections ordered by these ids read as few granules, but made inserts of 5,000 events 13 % slower; the filters
 * made no measurable difference.
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
