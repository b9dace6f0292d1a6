import type { Migration } from './topology';
import { replaceIndex } from './topology';

/**
 * The events that were stored last, whichever day they belong to: live events are looked up by it once a second. The
 * newest are in small, new parts, and the least and greatest time of a granule leave out all others. At an insert it
 * costs two values for each 8,192 rows (docs/performance.md).
 */
export const arrivalIndex: Migration = {
  id: 22,
  name: 'arrival-index',
  statements: (topology) =>
    replaceIndex(
      { table: 'events', name: 'inserted_at_range', replaces: null },
      'inserted_at TYPE minmax GRANULARITY 1',
      topology,
    ),
};
