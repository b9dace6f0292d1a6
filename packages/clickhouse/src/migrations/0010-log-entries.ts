import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * Messages of the browser's console, which are sent with recordings. `uuid` is computed from the content, so that the
 * engine replaces rows that a repeated range inserts again, and queries read the newest one. `distinct_id` is needed
 * for the erasure of persons.
 */
const logEntries: TableDefinition = {
  name: 'log_entries',
  columns: `
    team_id Int64,
    log_source LowCardinality(String),
    log_source_id String,
    instance_id String DEFAULT '',
    timestamp DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
    level LowCardinality(String),
    message String CODEC(ZSTD(1)),
    uuid UUID,
    distinct_id String DEFAULT '' CODEC(ZSTD(1)),
    inserted_at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')`,
  engine: { family: 'ReplacingMergeTree', args: ['inserted_at'] },
  layout: `PARTITION BY toYYYYMM(timestamp)
    ORDER BY (team_id, log_source, log_source_id, timestamp, uuid)`,
  shardBy: 'sipHash64(team_id, log_source_id)',
};

export const logEntriesTable: Migration = {
  id: 10,
  name: 'log-entries',
  statements: (topology) => createTable(logEntries, topology),
};
