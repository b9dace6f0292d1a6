import type { QueryLogRow } from '@tidemark/clickhouse';
import type { QueryLogEntry } from '@tidemark/contracts';

/** An entry of the log as the console shows it. */
export function logEntry(row: QueryLogRow): QueryLogEntry {
  return {
    query_id: row.query_id,
    kind: row.kind,
    name: row.name === '' ? null : row.name,
    query: row.query === '' ? null : row.query,
    created_by: row.created_by === 0 ? null : row.created_by,
    api_key_label: row.api_key_label === '' ? null : row.api_key_label,
    api_key_mask: row.api_key_mask === '' ? null : row.api_key_mask,
    started_at: row.query_start_time,
    duration_ms: row.query_duration_ms,
    phases_ms: {
      wait: row.wait_ms,
      plan: row.plan_ms,
      engine: row.engine_ms,
      shape: row.shape_ms,
    },
    answered_by: row.answered_by,
    is_cached: row.answered_by === 'cache',
    status: row.outcome,
    error_code: row.error_code === '' ? null : row.error_code,
    read_rows: row.read_rows,
    read_bytes: row.read_bytes,
    result_rows: row.result_rows,
  };
}

type Column = readonly [name: string, type: string, value: (row: QueryLogRow) => unknown];

/** PostHog's columns, in its order; values that only the log of PostHog's engine contains are 0. */
const COLUMNS: readonly Column[] = [
  ['query_id', 'String', (row) => row.query_id],
  ['endpoint', 'String', (row) => row.answered_by],
  ['query', 'String', (row) => row.query],
  ['query_start_time', 'DateTime', (row) => row.query_start_time],
  ['query_duration_ms', 'UInt64', (row) => row.query_duration_ms],
  ['hogql_name', 'String', (row) => row.name],
  ['created_by', 'UInt64', (row) => row.created_by],
  ['read_rows', 'UInt64', (row) => row.read_rows],
  ['read_bytes', 'UInt64', (row) => row.read_bytes],
  ['result_rows', 'UInt64', (row) => row.result_rows],
  ['result_bytes', 'UInt64', () => 0],
  ['memory_usage', 'UInt64', () => 0],
  ['status', 'String', (row) => statusOf(row)],
  ['exception_code', 'UInt32', (row) => row.exception_code],
  ['is_personal_api_key_request', 'UInt8', (row) => Number(row.is_personal_api_key_request)],
  ['api_key_label', 'String', (row) => row.api_key_label],
  ['api_key_mask', 'String', (row) => row.api_key_mask],
  ['cpu_microseconds', 'UInt64', () => 0],
  ['real_time_microseconds', 'UInt64', (row) => row.engine_ms * 1_000],
  ['s3_list_objects', 'UInt64', () => 0],
  ['s3_head_object', 'UInt64', () => 0],
  ['s3_get_object_attributes', 'UInt64', () => 0],
  ['s3_get_object', 'UInt64', () => 0],
  ['read_buffer_from_s3_bytes', 'UInt64', () => 0],
  ['event_time', 'DateTime', (row) => row.query_start_time],
  ['event_date', 'Date', (row) => row.query_start_time.slice(0, 10)],
];

function statusOf({ outcome }: QueryLogRow): string {
  return outcome === 'finished' ? 'QueryFinish' : 'ExceptionWhileProcessing';
}

/** The runs of one id as the response of a `HogQLQuery`; its other fields are null. */
export function logResponse(rows: readonly QueryLogRow[]): object {
  return {
    results: rows.map((row) => COLUMNS.map(([, , value]) => value(row))),
    columns: COLUMNS.map(([name]) => name),
    types: COLUMNS.map(([name, type]) => [name, type]),
    hogql: null,
    query: null,
    clickhouse: null,
    hasMore: null,
    limit: null,
    offset: null,
    error: null,
    explain: null,
    metadata: null,
    modifiers: null,
    query_status: null,
    resolved_date_range: null,
    timings: null,
    warnings: null,
  };
}
