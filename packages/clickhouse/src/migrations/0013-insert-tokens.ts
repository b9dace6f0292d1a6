import type { Migration } from './topology';

/**
 * Tables whose rows come from ranges of the ingest log. Their inserts carry a token made of the range, and one
 * with a token that was seen is not stored again. Replicated tables remember tokens by default (in Keeper, for
 * all replicas of a shard), others only when given the number.
 */
const TABLES = ['events', 'session_replay_events'];

/** Far more inserts than come between one and its repetition. */
const REMEMBERED = 1_000;

export const insertTokens: Migration = {
  id: 13,
  name: 'insert-tokens',
  statements: (topology) =>
    topology.kind === 'cluster'
      ? []
      : TABLES.map(
          (table) =>
            `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = ${REMEMBERED}`,
        ),
};
