/** What happens to the data of a deleted person in a table or key. */
export type Fate =
  /** The sweeps of the erasure remove it. */
  | 'erased'
  /** Events in the ingest log and their counts: a worker removes them. The second sweep runs a day later. */
  | 'drained'
  /** It expires within a limited time after it was written. */
  | { readonly expiresWithinHours: number }
  /**
   * It contains no data from visitors, or only data that docs/security.md lists under "What stays", or data that users
   * of the project wrote.
   */
  | 'no visitor data'
  /** It contains uuids of persons, which docs/security.md lists under "What stays". */
  | 'uuid only'
  /** It contains names of events and properties, but no values (docs/security.md, "What stays"). */
  | 'names only'
  /** It contains data of groups, not of persons (docs/security.md, "What stays"). */
  | 'groups';

const all = (fate: Fate, names: readonly string[]): Record<string, Fate> =>
  Object.fromEntries(names.map((name) => [name, fate]));

/** Every table of ClickHouse. A view has the rows of its table. */
export const CLICKHOUSE_TABLES: Readonly<Record<string, Fate>> = {
  ...all('erased', ['events', 'person', 'person_distinct_id', 'person_distinct_id_overrides']),
  ...all('erased', ['cohort_people', 'raw_sessions', 'session_replay_events', 'log_entries']),
  // The sweep removes rows that contain an erased person; other rows expire after 30 and 90 days.
  ...all('erased', ['query_log', 'ingestion_warnings']),
  ...all('groups', ['groups']),
  // Ids of deleted events and sessions, which are random, and timestamps.
  ...all('no visitor data', ['deleted_events']),
  // Copies of files of the project.
  ...all('no visitor data', ['warehouse_rows', 'schema_migrations', 'installation']),
};

/** Every table of Postgres. */
export const POSTGRES_TABLES: Readonly<Record<string, Fate>> = {
  ...all('erased', ['persons', 'person_distinct_ids', 'personless_distinct_ids']),
  ...all('erased', ['flag_hash_keys', 'cohort_members', 'identity_outbox', 'person_erasures']),
  // The sweep removes deliveries of erased persons with their requests; others expire after DELIVERY_LOG_DAYS.
  ...all('erased', ['deliveries', 'delivery_attempts', 'import_ids']),
  ...all('no visitor data', ['destinations', 'destination_health', 'destination_incidents']),
  ...all('no visitor data', ['slow_destinations', 'delivery_hours']),
  // Copies of activity log entries, kept as long as they can be delivered again.
  ...all('uuid only', ['person_tombstones', 'activity_log', 'internal_events']),
  ...all('names only', ['event_definitions', 'property_definitions', 'event_properties']),
  ...all('names only', ['non_text_properties', 'group_types']),
  ...all('groups', ['groups']),
  ...all('no visitor data', [
    'organizations',
    'organization_invites',
    'users',
    'login_sessions',
    'refresh_tokens',
    'setup_tokens',
  ]),
  ...all('no visitor data', ['user_totp', 'recovery_codes', 'passkeys']),
  ...all('no visitor data', ['provider_accounts', 'login_challenges']),
  ...all('no visitor data', ['personal_api_keys', 'project_secret_api_keys', 'projects']),
  ...all('no visitor data', ['feature_flags', 'cohorts', 'early_access_features', 'surveys']),
  ...all('no visitor data', ['experiments', 'experiment_holdouts', 'experiment_metric_uses']),
  ...all('no visitor data', [
    'experiment_saved_metrics',
    'experiment_recalculations',
    'scheduled_changes',
  ]),
  ...all('no visitor data', ['approval_policies', 'change_requests', 'change_request_notes']),
  ...all('no visitor data', ['environment_chains', 'environments', 'flag_reference_scans']),
  ...all('no visitor data', ['guarded_rollouts', 'guarded_rollout_checks']),
  ...all('no visitor data', ['actions', 'insights', 'insight_views', 'insight_variables']),
  ...all('no visitor data', ['dashboards', 'dashboard_tiles', 'annotations', 'saved_views']),
  ...all('no visitor data', ['table_joins', 'warehouse_tables', 'warehouse_versions']),
  ...all('no visitor data', ['warehouse_files', 'batch_exports', 'batch_export_runs']),
  ...all('no visitor data', ['batch_export_parts', 'cohort_touches', 'ingest_fences']),
  ...all('no visitor data', ['erasure_rewrites', 'installation', 'value_kind_projects']),
  ...all('no visitor data', ['schema_migrations', 'ingestion_rules', 'event_deletions']),
  // Alerts, subscriptions and daily results of experiments contain numbers and queries, but no breakdown values.
  ...all('no visitor data', ['alerts', 'alert_checks', 'alert_notifications']),
  ...all('no visitor data', ['subscriptions', 'experiment_results']),
  // Hashes of session ids, kept for three days.
  ...all('no visitor data', ['usage_days', 'usage_positions', 'usage_recordings']),
  // Results of insights, which may contain values of properties. The sweep of any person of the project deletes them.
  ...all('erased', ['subscription_deliveries', 'subscription_charts']),
  // An uploaded file, until its import has ended. Its events and persons are imported after the erasure, as from any
  // source.
  ...all('no visitor data', ['import_files']),
  ...all('no visitor data', ['import_runs', 'import_problems', 'import_day_counts']),
  ...all('no visitor data', ['schema_migrations']),
};

/** Every key of Redis: the text after `tidemark:`, up to the first variable part. */
const REDIS_KEYS: Readonly<Record<string, Fate>> = {
  ...all('erased', ['person:', 'person-of:', 'cohorts-of:', 'flag-hash-keys-of:']),
  ...all('erased', ['query-run:', 'query-chat:', 'query-failure:', '{query-cache:']),
  ...all('erased', ['ingest-dead-letter', 'recent-event:']),
  ...all('drained', ['ingest:']),
  // Salted hashes of visitors.
  ...all({ expiresWithinHours: 72 }, ['cookieless-identified:', 'cookieless-session:']),
  ...all({ expiresWithinHours: 96 }, ['cookieless-salt:']),
  // Network addresses, tokens and ids of users.
  ...all({ expiresWithinHours: 1 }, ['limit-', 'login-', 'query-rate-', 'body-credentials']),
  ...all({ expiresWithinHours: 24 }, ['draft-burst', 'draft-sustained', 'query-budget:']),
  ...all({ expiresWithinHours: 1 }, [
    'query-running:',
    'query-download:',
    'cli-login:',
    'cli-login-',
  ]),
  ...all('no visitor data', ['arrivals:', 'definitions-version:']),
  ...all('no visitor data', ['ingest-lease:', 'ingest-owner:', 'ingest-consumers']),
  ...all('no visitor data', ['processes', 'sample-data']),
  ...all('no visitor data', ['ingest-partitions', 'installation', '{query-slots}:']),
};

/**
 * The keys of job queues: signed ids of rows and runs, and results of tests of destinations, which are kept for a
 * minute.
 */
export const QUEUE_KEYS = '{tidemark-queues}:';

/** The pub/sub channel of changed definitions; it is not a key. */
export const CHANNEL = 'definitions-changed';

/** What happens to a key (without `tidemark:`); undefined for an unlisted key. */
export function fateOfKey(key: string): Fate | undefined {
  const known = Object.keys(REDIS_KEYS).filter((prefix) => key.startsWith(prefix));
  const longest = known.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : REDIS_KEYS[longest];
}
