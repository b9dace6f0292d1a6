import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/** The log of queries: one row per completed or failed query of a project, for 30 days. */
const queryLog: TableDefinition = {
  name: 'query_log',
  columns: `
    team_id Int64,
    query_id String,
    kind LowCardinality(String),
    name String CODEC(ZSTD(1)),
    query String CODEC(ZSTD(1)),
    query_start_time DateTime64(6, 'UTC'),
    query_duration_ms UInt64,
    wait_ms UInt64,
    plan_ms UInt64,
    engine_ms UInt64,
    shape_ms UInt64,
    answered_by LowCardinality(String),
    outcome LowCardinality(String),
    exception_code Int32,
    error_code LowCardinality(String),
    read_rows UInt64,
    read_bytes UInt64,
    result_rows UInt64,
    created_by Int64,
    api_key_label String,
    api_key_mask String,
    is_personal_api_key_request Bool,
    event_time DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')`,
  engine: { family: 'MergeTree', args: [] },
  layout: `PARTITION BY toMonday(query_start_time)
    ORDER BY (team_id, query_start_time, query_id)
    TTL toDateTime(query_start_time) + INTERVAL 30 DAY`,
  shardBy: 'sipHash64(team_id, query_id)',
};

export const queryLogTable: Migration = {
  id: 9,
  name: 'query-log',
  statements: (topology) => createTable(queryLog, topology),
};
