import type {
  WarehouseColumn,
  WarehouseFormat,
  WarehouseSource,
  WarehouseStatus,
} from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { WarehouseTableTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

export interface WarehouseTable {
  readonly id: string;
  /** The number of the table in ClickHouse. */
  readonly number: number;
  readonly projectId: number;
  readonly name: string;
  readonly format: WarehouseFormat;
  readonly source: WarehouseSource;
  readonly urlPattern: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The encrypted credential, whose context is the id; null if there is none. */
  readonly secrets: string | null;
  readonly secretsAt: Date | null;
  /** The id of the uploaded file. */
  readonly fileId: string | null;
  readonly columns: readonly WarehouseColumn[];
  /** The number of changes that need a load. */
  readonly revision: number;
  /** The version of the rows to read; null before the first load. */
  readonly version: number | null;
  readonly status: WarehouseStatus;
  readonly rowCount: number | null;
  readonly lastLoadedAt: Date | null;
  readonly lastError: string | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

function statusOf(row: Selectable<WarehouseTableTable>): WarehouseStatus {
  if (row.load !== null) return 'running';
  if (row.loaded_revision < row.revision) return 'pending';
  return row.last_error === null ? 'completed' : 'failed';
}

/** The stored fields of a table. */
export const WAREHOUSE_TABLE_FIELDS = fieldTable<WarehouseTable, WarehouseTableTable>()({
  id: own('id'),
  number: own('number'),
  projectId: own('project_id'),
  name: 'name',
  format: 'format',
  source: 'source',
  urlPattern: 'url_pattern',
  options: json('options'),
  secrets: 'secrets',
  secretsAt: 'secrets_at',
  fileId: own('file_id'),
  columns: json('columns'),
  revision: own('revision'),
  version: own('version'),
  rowCount: own('row_count'),
  lastLoadedAt: own('last_loaded_at'),
  lastError: own('last_error'),
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export function toWarehouseTable(row: Selectable<WarehouseTableTable>): WarehouseTable {
  return { ...WAREHOUSE_TABLE_FIELDS.fromRow(row), status: statusOf(row) };
}

/** The fields that clients may set. */
export type WarehouseTableFields = Settable<typeof WAREHOUSE_TABLE_FIELDS>;
