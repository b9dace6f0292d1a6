import type { Migration } from './topology';

/** Tables from which the erasure of persons removes rows. */
const TABLES = [
  'events',
  'person',
  'person_distinct_id',
  'person_distinct_id_overrides',
  'raw_sessions',
  'session_replay_events',
  'log_entries',
  'cohort_people',
  'ingestion_warnings',
  'query_log',
];

/**
 * The engine stores the texts of finished mutations in its files, by default a hundred per table. Erasures of an
 * earlier version have texts with distinct ids, so only the last text is kept from now on.
 */
export const mutationTexts: Migration = {
  id: 18,
  name: 'mutation-texts',
  statements: (topology) =>
    TABLES.map((table) => {
      const target =
        topology.kind === 'single' ? table : `${table}_local ON CLUSTER '${topology.cluster}'`;
      return `ALTER TABLE ${target} MODIFY SETTING finished_mutations_to_keep = 1`;
    }),
};
