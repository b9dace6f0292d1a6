import type { ResultCases } from './case';

/** Tables of the project's definitions, and aliases of tables. */
export const definitionTables: ResultCases = {
  project: 'berlin',
  cases: [
    [
      `select name, timezone, week_start_day from system.teams`,
      [['Europe/Berlin', 'Europe/Berlin', 1]],
    ],
    [`select count() from system.feature_flags`, [[0]]],
    [
      `select name, property_type from system.property_definitions where type = 'person' and name = 'email'`,
      [['email', 'String']],
    ],
    [
      `select count() from system.event_definitions d where d.name in (select event from events)`,
      [[4]],
    ],
    [
      `select table_type, table_schema from system.information_schema.tables where table_name = 'persons'`,
      [['posthog', 'public']],
    ],
    [
      `select data_type, is_nullable, field_kind from system.information_schema.columns where table_name = 'events' and column_name = 'timestamp'`,
      [['DateTime', false, 'column']],
    ],
    [
      `select target_table, target_column from system.information_schema.relationships where source_table = 'events' and via = 'pdi'`,
      [['person_distinct_ids', 'distinct_id']],
    ],
    [`select count() from system.data_modeling_views`, [[0]]],
    [`select count() from log_entries where log_source = 'session_replay'`, [[0]]],
    [`select count() from console_logs_log_entries`, [[0]]],
    [`select count(), any(console_logs.message) from session_replay_events`, [[0, '']]],
    [`select count() from raw_persons where not is_deleted and properties.email = 'nobody'`, [[0]]],
  ],
};
