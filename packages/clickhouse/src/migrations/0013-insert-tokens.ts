import type { Migration } from './topology';

/**
 * Tables whose rows come from ranges of the ingest log. Their inserts have a token that is computed from the range; an
 * insert with a known token is not stored. Replicated tables store tokens by default (in Keeper, for all replicas of a
 * shard), other tables only if their number is set.
 */
const TABLES = ['events', 'session_replay_events'];

/** Far more than the inserts between an insert and its repetition. */
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
