import type {
  WarehouseColumn,
  WarehouseFormat,
  WarehouseSource,
  WarehouseStatus,
} from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { WarehouseTableTable } from '../schema';

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
  /** Sealed credential, bound to the id. */
  readonly secrets: string | null;
  readonly secretsAt: Date | null;
  /** The id of the uploaded file. */
  readonly fileId: string | null;
  readonly columns: readonly WarehouseColumn[];
  /** Counts what asks for a load. */
  readonly revision: number;
  /** Version of the rows to read; null before the first load. */
  readonly version: number | null;
  readonly status: WarehouseStatus;
  readonly rowCount: number | null;
  readonly lastLoadedAt: Date | null;
  readonly lastError: string | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The fields that can be set. */
export type WarehouseTableFields = Pick<
  WarehouseTable,
  'name' | 'format' | 'source' | 'urlPattern' | 'options' | 'secrets' | 'secretsAt' | 'columns'
>;

export function toWarehouseTable(row: Selectable<WarehouseTableTable>): WarehouseTable {
  return {
    id: row.id,
    number: row.number,
    projectId: row.project_id,
    name: row.name,
    format: row.format,
    source: row.source,
    urlPattern: row.url_pattern,
    options: row.options,
    secrets: row.secrets,
    secretsAt: row.secrets_at,
    fileId: row.file_id,
    columns: row.columns,
    revision: row.revision,
    version: row.version,
    status: statusOf(row),
    rowCount: row.row_count,
    lastLoadedAt: row.last_loaded_at,
    lastError: row.last_error,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  };
}

function statusOf(row: Selectable<WarehouseTableTable>): WarehouseStatus {
  if (row.load !== null) return 'running';
  if (row.loaded_revision < row.revision) return 'pending';
  return row.last_error === null ? 'completed' : 'failed';
}
