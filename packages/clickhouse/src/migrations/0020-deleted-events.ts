import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * Events that were deleted by a filter, and must not be stored again when they are replayed or sent once more. They are
 * kept by the day and month of the event, as events are, so that both go together. There is no data of the event in
 * these rows, only random ids and its time.
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
