import type {
  SavedViewColumn,
  WarehouseColumn,
  WarehouseFormat,
  WarehouseSource,
} from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Int8, Json, Timestamp } from './columns';

export interface WarehouseTableTable {
  number: Generated<number>;
  id: string;
  project_id: number;
  name: string;
  format: WarehouseFormat;
  source: WarehouseSource;
  url_pattern: string;
  options: Json<Record<string, unknown>>;
  secrets: string | null;
  secrets_at: Timestamp | null;
  file_id: string | null;
  columns: Json<readonly WarehouseColumn[]>;
  revision: Generated<number>;
  loaded_revision: Generated<number>;
  version: ColumnType<number | null, number | null | undefined, number | null>;
  last_version: Generated<number>;
  load: string | null;
  load_started_at: Timestamp | null;
  row_count: ColumnType<number | null, number | null | undefined, number | null>;
  last_tried_at: Timestamp | null;
  last_loaded_at: Timestamp | null;
  last_error: string | null;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

interface WarehouseVersionTable {
  project_id: number;
  table_number: Int8;
  version: Int8;
  created_at: CreatedAt;
  retired_at: Timestamp | null;
}

interface WarehouseFileTable {
  table_number: Int8;
  file_id: string;
  piece: number;
  bytes: Buffer;
}

export interface SavedViewTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  query: string;
  columns: Json<readonly SavedViewColumn[]>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface TableJoinTable {
  id: Generated<string>;
  project_id: number;
  source_table_name: string;
  source_table_key: string;
  joining_table_name: string;
  joining_table_key: string;
  field_name: string;
  configuration: Json<Readonly<Record<string, unknown>>> | null;
  created_by_id: number | null;
  created_at: CreatedAt;
}

/** The tables of data-warehouse tables, views and joins. */
export interface WarehouseTables {
  warehouse_tables: WarehouseTableTable;
  warehouse_versions: WarehouseVersionTable;
  warehouse_files: WarehouseFileTable;
  saved_views: SavedViewTable;
  table_joins: TableJoinTable;
}
