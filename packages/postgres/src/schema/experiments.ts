import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, NullableJson, Timestamp } from './columns';

export interface ExperimentHoldoutTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  description: string | null;
  filters: Json<Record<string, unknown>[]>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface ExperimentSavedMetricTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  description: string | null;
  query: Json<Record<string, unknown>>;
  tags: Generated<string[]>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface ExperimentTable {
  id: Generated<number>;
  project_id: number;
  feature_flag_id: number;
  holdout_id: number | null;
  name: string;
  description: string | null;
  type: string | null;
  parameters: NullableJson;
  metrics: Json<Record<string, unknown>[]>;
  metrics_secondary: Json<Record<string, unknown>[]>;
  primary_order: Generated<string[]>;
  secondary_order: Generated<string[]>;
  stats_config: NullableJson;
  exposure_criteria: NullableJson;
  exposure_cohort_id: ColumnType<number | null, number | null | undefined, number | null>;
  only_count_matured_users: Generated<boolean>;
  start_date: Timestamp | null;
  end_date: Timestamp | null;
  conclusion: string | null;
  conclusion_comment: string | null;
  archived: Generated<boolean>;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

interface ExperimentMetricUseTable {
  id: Generated<number>;
  experiment_id: number;
  saved_metric_id: number;
  metadata: Json<Record<string, unknown>>;
  created_at: CreatedAt;
}

interface ExperimentResultTable {
  project_id: number;
  experiment_id: number;
  metric_uuid: string;
  fingerprint: string;
  /** `YYYY-MM-DD`; read with a cast, because the driver makes local dates of it. */
  day: string;
  result: NullableJson;
  error: string | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

interface ExperimentRecalculationTable {
  id: Generated<string>;
  project_id: number;
  experiment_id: number;
  metric: Json<Record<string, unknown>>;
  metric_uuid: string;
  fingerprint: string;
  status: Generated<'pending' | 'in_progress'>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

/** The tables of experiments, their daily results, holdouts and shared metrics. */
export interface ExperimentsTables {
  experiments: ExperimentTable;
  experiment_holdouts: ExperimentHoldoutTable;
  experiment_saved_metrics: ExperimentSavedMetricTable;
  experiment_metric_uses: ExperimentMetricUseTable;
  experiment_results: ExperimentResultTable;
  experiment_recalculations: ExperimentRecalculationTable;
}
