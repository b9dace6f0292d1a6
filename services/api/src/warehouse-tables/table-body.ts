import type { WarehouseTableBody } from '@tidemark/contracts';
import type { User, WarehouseTable } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** A table in the wire format, which shows only whether there is a credential. */
export function tableBody(table: WarehouseTable, creator: User | null): WarehouseTableBody {
  return {
    id: table.id,
    deleted: false,
    name: table.name,
    format: table.format,
    created_by: creator === null ? null : userBasicBody(creator),
    created_at: wireTime(table.createdAt),
    url_pattern: table.urlPattern,
    credential:
      table.secrets === null
        ? null
        : { id: table.id, created_at: wireTime(table.secretsAt ?? table.createdAt) },
    columns: table.columns.map(({ name, type, valid }) => ({
      key: name,
      name,
      type,
      schema_valid: valid,
      fields: null,
      table: null,
      chain: null,
    })),
    external_data_source: null,
    external_schema: null,
    options: { ...table.options },
    status: table.status,
    latest_error: table.lastError,
    row_count: table.rowCount,
    last_loaded_at: wireTimeOrNull(table.lastLoadedAt),
  };
}
