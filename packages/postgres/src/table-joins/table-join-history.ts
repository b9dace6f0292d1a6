import type { History } from '../activity-log/history';
import type { StoredTableJoin } from './table-join';
import { TABLE_JOIN_FIELDS } from './table-join';

/** How joins are logged. */
export const TABLE_JOIN_HISTORY: History<StoredTableJoin> = {
  scope: 'DataWarehouseJoin',
  nameOf: (join) => join.fieldName,
  wireFields: (join) => TABLE_JOIN_FIELDS.toWire(join),
};
