import type { CohortFilters, EarlyAccessStage } from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Int8, Json, NullableJson, Timestamp } from './columns';

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
  experiment_ids: Generated<number[]>;
  archived: Generated<boolean>;
}

interface FlagHashKeyTable {
  project_id: number;
  person_id: string;
  flag_key: string;
  hash_key: string;
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
  experiment_id: ColumnType<number | null, number | null | undefined, number | null>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

interface CohortMemberTable {
  project_id: number;
  cohort_id: number;
  person_id: string;
  version: Int8;
}

interface CohortTouchTable {
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

export interface ScheduledChangeTable {
  id: Generated<number>;
  project_id: number;
  feature_flag_id: number;
  payload: Json<Record<string, unknown>>;
  scheduled_at: Timestamp;
  executed_at: Timestamp | null;
  failure_reason: string | null;
  failure_count: Generated<number>;
  is_recurring: Generated<boolean>;
  recurrence_interval: string | null;
  cron_expression: string | null;
  timezone: string | null;
  last_executed_at: Timestamp | null;
  end_date: Timestamp | null;
  created_by_id: number | null;
  author_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface GuardedRolloutTable {
  id: Generated<number>;
  project_id: number;
  feature_flag_id: number;
  condition_index: number;
  steps: Json<{ percentage: number; minutes: number }[]>;
  metric: Json<Record<string, unknown>>;
  alpha: number;
  minimum_units: number;
  check_interval_minutes: number;
  subscribed_users: Generated<number[]>;
  status: Generated<string>;
  initial_percentage: number;
  condition: Json<Record<string, unknown>> | null;
  current_step: Generated<number>;
  step_started_at: Timestamp | null;
  next_check_at: Timestamp;
  check_count: Generated<number>;
  failure_count: Generated<number>;
  ended_at: Timestamp | null;
  reason: string | null;
  mail_sent_at: Timestamp | null;
  mail_attempts: Generated<number>;
  mail_next_attempt_at: Timestamp | null;
  mail_error: string | null;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface GuardedRolloutCheckTable {
  id: Generated<number>;
  project_id: number;
  rollout_id: number;
  checked_at: Timestamp;
  step: number;
  action: string;
  reason: string | null;
  numbers: Json<Record<string, unknown>>;
}

/** The tables of feature flags and cohorts, and of features and surveys that use flags. */
export interface FlagsTables {
  feature_flags: FeatureFlagTable;
  scheduled_changes: ScheduledChangeTable;
  guarded_rollouts: GuardedRolloutTable;
  guarded_rollout_checks: GuardedRolloutCheckTable;
  flag_hash_keys: FlagHashKeyTable;
  cohorts: CohortTable;
  cohort_members: CohortMemberTable;
  cohort_touches: CohortTouchTable;
  early_access_features: EarlyAccessFeatureTable;
  surveys: SurveyTable;
}
