import type { Selectable } from 'kysely';
import type { TableJoinTable } from '../schema';

/** A name on one table of a project that leads to the rows of another with the same key. */
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

export type TableJoinFields = Omit<StoredTableJoin, 'id' | 'createdById' | 'createdAt'>;

export function toTableJoin(row: Selectable<TableJoinTable>): StoredTableJoin {
  return {
    id: row.id,
    sourceTable: row.source_table_name,
    sourceKey: row.source_table_key,
    joiningTable: row.joining_table_name,
    joiningKey: row.joining_table_key,
    fieldName: row.field_name,
    configuration: row.configuration,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  };
}
