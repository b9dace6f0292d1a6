import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * Metadata of session recordings: one row per request to `/s/`, computed from its snapshots, which are not stored.
 * `message_id` is computed from the content and ends the sort key: the worker looks up the ids of a range before it
 * inserts, and the engine replaces the remaining copies. Queries sum the rows of a session.
 */
const sessionReplayEvents: TableDefinition = {
  name: 'session_replay_events',
  columns: `
    team_id Int64,
    session_id String,
    message_id UUID,
    distinct_id String CODEC(ZSTD(1)),
    min_first_timestamp DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
    max_last_timestamp DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
    first_url Nullable(String) CODEC(ZSTD(1)),
    all_urls Array(String) CODEC(ZSTD(1)),
    click_count Int64,
    keypress_count Int64,
    mouse_activity_count Int64,
    active_milliseconds Int64,
    console_log_count Int64,
    console_warn_count Int64,
    console_error_count Int64,
    size Int64,
    event_count Int64,
    message_count Int64 DEFAULT 1,
    snapshot_source LowCardinality(String) DEFAULT 'web',
    snapshot_library LowCardinality(String) DEFAULT 'web',
    inserted_at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC'),
    INDEX session_id_bloom session_id TYPE bloom_filter GRANULARITY 4`,
  engine: { family: 'ReplacingMergeTree', args: ['inserted_at'] },
  layout: `PARTITION BY toYYYYMM(min_first_timestamp)
    ORDER BY (team_id, toDate(min_first_timestamp), session_id, message_id)`,
  shardBy: 'sipHash64(team_id, session_id)',
};

export const sessionReplay: Migration = {
  id: 2,
  name: 'session-replay',
  statements: (topology) => createTable(sessionReplayEvents, topology),
};
