import type { Migration } from './topology';
import { addColumn } from './topology';

/**
 * The time when an override was written, so that the squash job skips new overrides. Existing rows get the time of
 * this migration as a stored value, because a default would be computed again at every read.
 */
export const overrideAge: Migration = {
  id: 5,
  name: 'override-age',
  statements: (topology) =>
    addColumn(
      {
        table: 'person_distinct_id_overrides',
        name: 'inserted_at',
        type: `DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')`,
        materialize: true,
      },
      topology,
    ),
};
