/** The ClickHouse user with which statements of projects are run. */
export const TENANT_USER = 'tidemark_query';

/** The setting with the project whose rows a statement may read. Servers accept the prefix `SQL_` by default. */
export const PROJECT_SETTING = 'SQL_tidemark_project_id';

/** Tables with rows of projects, which their statements may read; each has a `team_id`, and on a cluster a `_local` table below it. */
export const TENANT_TABLES: readonly string[] = [
  'cohort_people',
  'events',
  'groups',
  'ingestion_warnings',
  'log_entries',
  'person',
  'person_distinct_id',
  'person_distinct_id_overrides',
  'query_log',
  'raw_sessions',
  'session_replay_events',
  'warehouse_rows',
];
