import type { History } from '../activity-log/history';
import type { StoredTableJoin } from './table-join';

/** Joins between tables. */
export const TABLE_JOIN_HISTORY: History<StoredTableJoin> = {
  scope: 'DataWarehouseJoin',
  nameOf: (join) => join.fieldName,
  wireFields: (join) => ({
    source_table_name: join.sourceTable,
    source_table_key: join.sourceKey,
    joining_table_name: join.joiningTable,
    joining_table_key: join.joiningKey,
    field_name: join.fieldName,
    configuration: join.configuration,
  }),
};
