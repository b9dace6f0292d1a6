import type {
  AnnotationScope,
  PathCleaningRule,
  QuotaLimit,
  SdkSettings,
  UsageLimits,
} from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { ActivityLogTable } from './activity-log';
import type { CreatedAt, Json, NullableJson, Timestamp } from './columns';

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
  usage_limits: Json<UsageLimits>;
  counted_quotas: Json<QuotaLimit[]>;
  session_recording_opt_in: Generated<boolean>;
  capture_console_log_opt_in: Generated<boolean>;
  sdk_settings: Json<Partial<SdkSettings>>;
  survey_config: NullableJson;
  path_cleaning_filters: Json<PathCleaningRule[]>;
  app_urls: Json<(string | null)[]>;
  person_display_name_properties: ColumnType<
    string[] | null,
    string | null | undefined,
    string | null
  >;
  event_retention_days: number | null;
  session_recording_retention_period_days: number | null;
  slack_incoming_webhook: string | null;
  secret_key_hash: string | null;
  secret_key_mask: string | null;
  secret_key_backup_hash: string | null;
  secret_key_backup_mask: string | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
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

/** The tables of projects, their keys and the activity log. */
export interface ProjectsTables {
  projects: ProjectTable;
  project_secret_api_keys: ProjectSecretKeyTable;
  activity_log: ActivityLogTable;
  annotations: AnnotationTable;
}
