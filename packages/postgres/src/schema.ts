import type {
  AnnotationScope,
  CohortFilters,
  EarlyAccessStage,
  ExportInterval,
  ExportModel,
  InsightVariableType,
  SavedViewColumn,
  PathCleaningRule,
  PropertyType,
  QuotaLimit,
  RunStatus,
  WarehouseColumn,
  WarehouseFormat,
  WarehouseSource,
} from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { ActivityDetail } from './activity-log/activity';

/** Columns as Kysely sees them; the SQL of record is in `migrations/`. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** Selected as parsed JSON, written as JSON text (arrays would otherwise become Postgres arrays). */
type Json<T> = ColumnType<T, string | undefined, string>;
type NullableJson = ColumnType<
  Record<string, unknown> | null,
  string | null | undefined,
  string | null
>;
/** `bigint` arrives as text from the driver unless parsed; the pool parses int8 to number. */
type Int8 = ColumnType<number, number | undefined, number>;

export interface OrganizationTable {
  id: string;
  name: string;
  slug: string;
  created_at: CreatedAt;
}

export interface UserTable {
  id: Generated<number>;
  uuid: string;
  distinct_id: string;
  organization_id: string;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  is_email_verified: boolean | null;
  hedgehog_config: ColumnType<
    Record<string, unknown> | null,
    string | null | undefined,
    string | null
  >;
  role_at_organization: string | null;
  is_active: Generated<boolean>;
  current_project_id: number | null;
  password_hash: string | null;
  organization_level: Generated<number>;
  created_at: CreatedAt;
}

export interface LoginSessionTable {
  id: string;
  user_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revoked_because: string | null;
}

export interface RefreshTokenTable {
  hash: string;
  session_id: string;
  created_at: Timestamp;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface ProjectTable {
  id: Generated<number>;
  uuid: string;
  organization_id: string;
  name: string;
  api_token: string;
  previous_api_token: string | null;
  previous_api_token_expires_at: Timestamp | null;
  bootstrap_api_token: string | null;
  timezone: Generated<string>;
  week_start_day: Generated<number>;
  test_account_filters: Json<unknown[]>;
  anonymize_ips: Generated<boolean>;
  quota_limits: Json<QuotaLimit[]>;
  session_recording_opt_in: Generated<boolean>;
  capture_console_log_opt_in: Generated<boolean>;
  survey_config: NullableJson;
  path_cleaning_filters: Json<PathCleaningRule[]>;
  event_retention_days: number | null;
  session_recording_retention_period_days: number | null;
  secret_key_hash: string | null;
  secret_key_mask: string | null;
  secret_key_backup_hash: string | null;
  secret_key_backup_mask: string | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface PersonalApiKeyTable {
  id: string;
  user_id: number;
  label: string;
  secure_value: string;
  mask_value: string;
  scopes: string[];
  scoped_teams: Generated<number[]>;
  scoped_organizations: Generated<string[]>;
  created_at: CreatedAt;
  last_used_at: Timestamp | null;
  last_rolled_at: Timestamp | null;
}

export interface ProjectSecretKeyTable {
  id: string;
  project_id: number;
  label: string;
  secure_value: string;
  mask_value: string;
  scopes: string[];
  created_by_id: number | null;
  created_at: CreatedAt;
  last_used_at: Timestamp | null;
  last_rolled_at: Timestamp | null;
}

export interface ActionTable {
  id: Generated<number>;
  project_id: number;
  name: string | null;
  description: Generated<string>;
  tags: Generated<string[]>;
  post_to_slack: Generated<boolean>;
  slack_message_format: Generated<string>;
  steps: Json<unknown[]>;
  created_at: CreatedAt;
  created_by_id: number | null;
  deleted: Generated<boolean>;
  last_calculated_at: CreatedAt;
  pinned_at: Timestamp | null;
  updated_at: CreatedAt;
}

export interface FeatureFlagTable {
  id: Generated<number>;
  project_id: number;
  key: string;
  name: Generated<string>;
  filters: Json<Record<string, unknown>>;
  active: Generated<boolean>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  ensure_experience_continuity: boolean | null;
  evaluation_runtime: string | null;
  bucketing_identifier: string | null;
  evaluation_contexts: Generated<string[]>;
  tags: Generated<string[]>;
  is_remote_configuration: Generated<boolean>;
  has_encrypted_payloads: Generated<boolean>;
  created_by_id: number | null;
  last_modified_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  last_called_at: ColumnType<Date | null, never, never>;
  rollback_conditions: ColumnType<unknown, string | null | undefined, string | null>;
  performed_rollback: boolean | null;
  analytics_dashboards: Generated<number[]>;
  has_enriched_analytics: Generated<boolean>;
  usage_dashboard_id: number | null;
  usage_dashboard_has_enriched_insights: Generated<boolean>;
}

export interface ActivityLogTable {
  id: string;
  project_id: number;
  user_id: number | null;
  scope: string;
  item_id: string;
  activity: string;
  detail: Json<ActivityDetail>;
  created_at: CreatedAt;
}

export interface CohortTable {
  id: Generated<number>;
  project_id: number;
  name: string | null;
  description: Generated<string>;
  groups: Json<unknown[]>;
  filters: ColumnType<CohortFilters | null, string | null | undefined, string | null>;
  query: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  is_static: Generated<boolean>;
  needs_snapshot: Generated<boolean>;
  deleted: Generated<boolean>;
  deleted_at: Timestamp | null;
  members_removed: Generated<boolean>;
  revision: Generated<number>;
  calculated_revision: Generated<number>;
  version: ColumnType<number | null, number | null | undefined, number | null>;
  last_version: Int8;
  count: ColumnType<number | null, number | null | undefined, number | null>;
  calculation: string | null;
  calculation_started_at: Timestamp | null;
  last_calculation: Timestamp | null;
  errors_calculating: Generated<number>;
  last_error: string | null;
  last_error_at: Timestamp | null;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface FlagHashKeyTable {
  project_id: number;
  person_id: string;
  flag_key: string;
  hash_key: string;
}

export interface CohortMemberTable {
  project_id: number;
  cohort_id: number;
  person_id: string;
  version: Int8;
}

export interface CohortTouchTable {
  cohort_id: number;
}

export interface EarlyAccessFeatureTable {
  id: Generated<string>;
  project_id: number;
  feature_flag_id: number | null;
  name: string;
  description: Generated<string>;
  stage: EarlyAccessStage;
  documentation_url: Generated<string>;
  payload: Json<Record<string, unknown>>;
  created_at: CreatedAt;
}

export interface InsightVariableTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  code_name: string;
  type: InsightVariableType;
  default_value: ColumnType<unknown, string | null | undefined, string | null>;
  values: ColumnType<unknown, string | null | undefined, string | null>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface SavedViewTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  query: string;
  columns: Json<readonly SavedViewColumn[]>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface TableJoinTable {
  id: Generated<string>;
  project_id: number;
  source_table_name: string;
  source_table_key: string;
  joining_table_name: string;
  joining_table_key: string;
  field_name: string;
  configuration: Json<Readonly<Record<string, unknown>>> | null;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface InsightTable {
  id: Generated<number>;
  project_id: number;
  short_id: string;
  name: string | null;
  derived_name: string | null;
  description: string | null;
  query: NullableJson;
  tags: Generated<string[]>;
  order: number | null;
  favorited: Generated<boolean>;
  saved: Generated<boolean>;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  last_modified_by_id: number | null;
  last_modified_at: CreatedAt;
}

export interface DashboardTable {
  id: Generated<number>;
  project_id: number;
  name: string | null;
  description: Generated<string>;
  pinned: Generated<boolean>;
  tags: Generated<string[]>;
  filters: Json<Record<string, unknown>>;
  variables: Json<Record<string, unknown>>;
  breakdown_colors: Json<readonly unknown[]>;
  data_color_theme_id: number | null;
  creation_mode: Generated<string>;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  last_accessed_at: Timestamp | null;
}

export interface DashboardTileTable {
  id: Generated<number>;
  dashboard_id: number;
  insight_id: number;
  layouts: Json<Record<string, unknown>>;
  color: string | null;
  filters_overrides: NullableJson;
  show_description: boolean | null;
  transparent_background: boolean | null;
  deleted: Generated<boolean>;
}

export interface AnnotationTable {
  id: Generated<number>;
  project_id: number;
  content: string | null;
  date_marker: Timestamp | null;
  scope: ColumnType<AnnotationScope, AnnotationScope | undefined, AnnotationScope>;
  creation_type: ColumnType<'USR' | 'GIT', 'USR' | 'GIT' | undefined, 'USR' | 'GIT'>;
  insight_id: number | null;
  dashboard_id: number | null;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface InsightViewTable {
  insight_id: number;
  user_id: number;
  last_viewed_at: CreatedAt;
}

export interface SurveyTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  description: Generated<string>;
  type: string;
  linked_flag_id: number | null;
  targeting_flag_id: number | null;
  internal_targeting_flag_id: number | null;
  questions: Json<Record<string, unknown>[]>;
  conditions: NullableJson;
  appearance: NullableJson;
  schedule: Generated<string>;
  enable_partial_responses: Generated<boolean>;
  start_date: Timestamp | null;
  end_date: Timestamp | null;
  archived: Generated<boolean>;
  iteration_count: number | null;
  iteration_frequency_days: number | null;
  current_iteration: number | null;
  current_iteration_start_date: Timestamp | null;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface PersonTable {
  project_id: number;
  id: string;
  properties: Json<Record<string, unknown>>;
  is_identified: Generated<boolean>;
  version: Int8;
  created_at: Timestamp;
}

export interface PersonDistinctIdTable {
  project_id: number;
  distinct_id: string;
  person_id: string;
  version: Int8;
}

export interface GroupTypeTable {
  project_id: number;
  group_type: string;
  group_type_index: number;
  name_singular: string | null;
  name_plural: string | null;
  default_columns: string[] | null;
  created_at: CreatedAt;
}

export interface GroupTable {
  project_id: number;
  group_type_index: number;
  group_key: string;
  properties: Json<Record<string, unknown>>;
  version: Int8;
  created_at: Timestamp;
}

export interface IdentityOutboxTable {
  id: Generated<number>;
  keys: Json<unknown>;
  created_at: CreatedAt;
}

export interface EventDefinitionTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  description: Generated<string>;
  tags: Generated<string[]>;
  verified: Generated<boolean>;
  verified_at: Timestamp | null;
  verified_by_id: number | null;
  hidden: Generated<boolean>;
  created_at: CreatedAt;
  last_seen_at: Timestamp | null;
  updated_at: CreatedAt;
  updated_by_id: number | null;
  owner_id: number | null;
  created_by_id: number | null;
}

/** Projects that a worker has looked at before it stored their first event. */
export interface ValueKindProjectTable {
  project_id: number;
  tracked: boolean;
}

export interface PropertyDefinitionTable {
  id: Generated<string>;
  project_id: number;
  /** 1 event, 2 person, 3 group, 4 session. */
  type: number;
  /** -1 for all but groups. */
  group_type_index: Generated<number>;
  name: string;
  property_type: PropertyType | null;
  is_numerical: Generated<boolean>;
  description: Generated<string>;
  tags: Generated<string[]>;
  verified: Generated<boolean>;
  verified_at: Timestamp | null;
  verified_by_id: number | null;
  hidden: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  updated_by_id: number | null;
}

export interface EventPropertyTable {
  project_id: number;
  event: string;
  property: string;
}

export interface IngestFenceTable {
  partition: number;
  token: Int8;
}

export interface BatchExportTable {
  id: string;
  project_id: number;
  name: string;
  model: ExportModel;
  destination_type: 'S3' | 'File';
  destination_config: Json<Record<string, unknown>>;
  destination_secrets: string | null;
  interval: ExportInterval;
  paused: Generated<boolean>;
  deleted: Generated<boolean>;
  start_at: Timestamp | null;
  end_at: Timestamp | null;
  next_interval_start: Timestamp;
  last_paused_at: Timestamp | null;
  created_at: CreatedAt;
  last_updated_at: CreatedAt;
}

export interface BatchExportRunTable {
  id: string;
  batch_export_id: string;
  project_id: number;
  backfill_id: string | null;
  status: Generated<RunStatus>;
  data_interval_start: Timestamp | null;
  data_interval_end: Timestamp;
  lease: string | null;
  planned_at: Timestamp | null;
  latest_error: string | null;
  created_at: CreatedAt;
  finished_at: Timestamp | null;
  last_updated_at: CreatedAt;
}

export interface BatchExportPartTable {
  run_id: string;
  number: number;
  slice: Json<unknown>;
  records_planned: Int8;
  name: string | null;
  records: ColumnType<number | null, number | null | undefined, number | null>;
  bytes: ColumnType<number | null, number | null | undefined, number | null>;
  completed_at: Timestamp | null;
}

export interface WarehouseTableTable {
  number: Generated<number>;
  id: string;
  project_id: number;
  name: string;
  format: WarehouseFormat;
  source: WarehouseSource;
  url_pattern: string;
  options: Json<Record<string, unknown>>;
  secrets: string | null;
  secrets_at: Timestamp | null;
  file_id: string | null;
  columns: Json<readonly WarehouseColumn[]>;
  revision: Generated<number>;
  loaded_revision: Generated<number>;
  version: ColumnType<number | null, number | null | undefined, number | null>;
  last_version: Generated<number>;
  load: string | null;
  load_started_at: Timestamp | null;
  row_count: ColumnType<number | null, number | null | undefined, number | null>;
  last_tried_at: Timestamp | null;
  last_loaded_at: Timestamp | null;
  last_error: string | null;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface WarehouseVersionTable {
  project_id: number;
  table_number: Int8;
  version: Int8;
  created_at: CreatedAt;
  retired_at: Timestamp | null;
}

export interface WarehouseFileTable {
  table_number: Int8;
  file_id: string;
  piece: number;
  bytes: Buffer;
}

export interface Schema {
  organizations: OrganizationTable;
  users: UserTable;
  login_sessions: LoginSessionTable;
  refresh_tokens: RefreshTokenTable;
  projects: ProjectTable;
  personal_api_keys: PersonalApiKeyTable;
  project_secret_api_keys: ProjectSecretKeyTable;
  actions: ActionTable;
  feature_flags: FeatureFlagTable;
  activity_log: ActivityLogTable;
  cohorts: CohortTable;
  cohort_members: CohortMemberTable;
  cohort_touches: CohortTouchTable;
  flag_hash_keys: FlagHashKeyTable;
  early_access_features: EarlyAccessFeatureTable;
  insight_variables: InsightVariableTable;
  annotations: AnnotationTable;
  saved_views: SavedViewTable;
  table_joins: TableJoinTable;
  insights: InsightTable;
  dashboards: DashboardTable;
  dashboard_tiles: DashboardTileTable;
  insight_views: InsightViewTable;
  surveys: SurveyTable;
  persons: PersonTable;
  person_distinct_ids: PersonDistinctIdTable;
  group_types: GroupTypeTable;
  groups: GroupTable;
  identity_outbox: IdentityOutboxTable;
  event_definitions: EventDefinitionTable;
  property_definitions: PropertyDefinitionTable;
  value_kind_projects: ValueKindProjectTable;
  event_properties: EventPropertyTable;
  ingest_fences: IngestFenceTable;
  batch_exports: BatchExportTable;
  batch_export_runs: BatchExportRunTable;
  batch_export_parts: BatchExportPartTable;
  warehouse_tables: WarehouseTableTable;
  warehouse_versions: WarehouseVersionTable;
  warehouse_files: WarehouseFileTable;
}
