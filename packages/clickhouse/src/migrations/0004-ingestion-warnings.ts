import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * What was dropped or changed on the way in, and why. A row stands for `count` occurrences. The engine
 * replaces rows of one uuid, which is how a repeated range counts once: reads take the newest.
 *
 * After a day the rows of a project, type and hour become one, its count their sum and
 * its details one of theirs: a project whose every
 * event is bad keeps 24 rows a day and type. After 90 days they go.
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
