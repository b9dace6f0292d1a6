import type { TableJoinTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

/** A named join from one table of a project to the rows of another with the same key. */
export interface StoredTableJoin {
  /** UUID. */
  readonly id: string;
  readonly sourceTable: string;
  /** HogQL text: a path to a field of the table. */
  readonly sourceKey: string;
  readonly joiningTable: string;
  readonly joiningKey: string;
  readonly fieldName: string;
  readonly configuration: Readonly<Record<string, unknown>> | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The stored fields of a join. */
export const TABLE_JOIN_FIELDS = fieldTable<StoredTableJoin, TableJoinTable>()({
  id: own('id'),
  sourceTable: 'source_table_name',
  sourceKey: 'source_table_key',
  joiningTable: 'joining_table_name',
  joiningKey: 'joining_table_key',
  fieldName: 'field_name',
  configuration: json('configuration'),
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export const { fromRow: toTableJoin } = TABLE_JOIN_FIELDS;

/** The fields that clients may set. */
export type TableJoinFields = Settable<typeof TABLE_JOIN_FIELDS>;
