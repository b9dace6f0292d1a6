/** The user that statements of projects run as. */
export const TENANT_USER = 'tidemark_query';

/** The setting that says whose rows a statement may see. `SQL_` is the prefix that servers take by default. */
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
