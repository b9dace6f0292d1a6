/** Descriptions of the rows of each table. */
const TABLES: Readonly<Record<string, string>> = {
  events: 'Everything that was captured; one row per event.',
  persons: 'People as they are now, deleted ones left out; one row per person.',
  groups: 'Groups of every type as they are now; one row per group.',
  sessions: 'Visits, made from the events that name a session; one row per session.',
  person_distinct_ids: 'Which person a distinct id belongs to; one row per distinct id.',
  cohort_people: 'Members of cohorts that are calculated; one row per person and cohort.',
  static_cohort_people: 'Members of cohorts that are lists; one row per person and cohort.',
  session_replay_events: 'Recordings of sessions without what was recorded; one row per session.',
  log_entries: 'Messages of the console that came with recordings; one row per message.',
  logs: 'Log records of OpenTelemetry; one row per record.',
  spans: 'Spans of the traces of OpenTelemetry; one row per span.',
  metrics: 'Data points of the metrics of OpenTelemetry; one row per point.',
  metric_series:
    'Series of the metrics of OpenTelemetry with their attributes; one row per series.',
  metric_names: 'Metrics of OpenTelemetry; one row per name.',
  ai_events: 'Calls of models, steps and traces of AI observability; one row per event.',
  query_log: 'Queries of the project in the last 30 days; one row per run.',
  'system.information_schema.tables': 'What can be read; one row per table or view.',
  'system.information_schema.columns': 'The columns of every table and view; one row per column.',
  'system.information_schema.relationships':
    'How to get from a table to another without writing a join; one row per way.',
  'system.information_schema.data_types': 'What the types of columns mean; one row per type.',
};

/** Descriptions by table, then by column. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: {
    uuid: 'Id of the event.',
    event: 'Name of the event.',
    properties: 'What was sent with the event.',
    timestamp: 'When it happened.',
    distinct_id: 'Who it was, by the id that was sent.',
    created_at: 'When it was stored.',
    person_id: 'Whose event it is, merges minded.',
    $session_id: 'The session it belongs to, empty without one.',
    elements_chain: 'Of clicks: the element and those around it.',
    'poe.properties': 'Properties of the person when the event was ingested.',
  },
  persons: {
    id: 'Id of the person.',
    created_at: 'When the person was first seen.',
    properties: 'Properties as they are now.',
    is_identified: 'Whether somebody said who it is.',
  },
  groups: {
    index: 'Which type of groups it belongs to, from 0.',
    key: 'Its id within the type.',
    properties: 'Properties as they are now.',
  },
  sessions: {
    session_id: 'Id of the session.',
    $start_timestamp: 'When its first event happened.',
    $end_timestamp: 'When its last event happened.',
    $session_duration: 'Seconds between first and last event.',
  },
};

const of = <T>(record: Readonly<Record<string, T>>, key: string): T | null =>
  Object.hasOwn(record, key) ? (record[key] ?? null) : null;

/** Null for tables without a description. */
export function tableDescription(table: string): string | null {
  return of(TABLES, table);
}

export function columnDescription(table: string, column: string): string | null {
  return of(of(COLUMNS, table) ?? {}, column);
}
