import type { Migration } from './topology';
import { addColumn } from './topology';

/**
 * When an override was written, so that the squash job leaves fresh ones alone. Older rows get the
 * time of this migration, written out: a default would be worked out anew at every read.
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
