import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * Ingestion warnings: what was dropped or changed, and why. A row represents `count` occurrences. The engine replaces
 * rows with the same uuid and queries read the newest one, so a repeated range counts once.
 *
 * After a day, the rows of one project, type and hour are combined into one row, with the sum of their counts and the
 * details of one of them. So a project in which every event is invalid has 24 rows per day and type. Rows are deleted
 * after 90 days.
 */
const ingestionWarnings: TableDefinition = {
  name: 'ingestion_warnings',
  columns: `
    uuid UUID,
    team_id Int64,
    type LowCardinality(String),
    category LowCardinality(String),
    severity LowCardinality(String),
    source LowCardinality(String),
    distinct_id String DEFAULT '' CODEC(ZSTD(1)),
    details String DEFAULT '{}' CODEC(ZSTD(1)),
    timestamp DateTime64(3, 'UTC'),
    count UInt64 DEFAULT 1,
    inserted_at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')`,
  engine: { family: 'ReplacingMergeTree', args: ['inserted_at'] },
  layout: `PARTITION BY toYYYYMM(timestamp)
    ORDER BY (team_id, type, toStartOfHour(timestamp), uuid)
    TTL toDateTime(timestamp) + INTERVAL 90 DAY,
      toDateTime(timestamp) + INTERVAL 1 DAY GROUP BY team_id, type, toStartOfHour(timestamp) SET count = sum(count)`,
  shardBy: 'sipHash64(team_id, type)',
};

export const ingestionWarningsTable: Migration = {
  id: 4,
  name: 'ingestion-warnings',
  statements: (topology) => createTable(ingestionWarnings, topology),
};
