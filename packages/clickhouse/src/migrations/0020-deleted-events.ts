import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * Events that were deleted by a filter and must not be stored again when they are replayed or sent again. The layout
 * by day and month is that of events, so that retention removes both together. The rows contain no data of the event
 * except random ids and its time.
 */
const deletedEvents: TableDefinition = {
  name: 'deleted_events',
  columns: `
    team_id Int64,
    deletion_id UUID,
    uuid UUID,
    timestamp DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
    session_id String CODEC(ZSTD(1))`,
  engine: { family: 'ReplacingMergeTree', args: [] },
  layout: `PARTITION BY toYYYYMM(timestamp)
    ORDER BY (team_id, toDate(timestamp), uuid, deletion_id)`,
  shardBy: 'sipHash64(team_id, uuid)',
};

export const deletedEventsTable: Migration = {
  id: 20,
  name: 'deleted-events',
  statements: (topology) => createTable(deletedEvents, topology),
};
