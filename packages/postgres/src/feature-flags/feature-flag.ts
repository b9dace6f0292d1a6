import type { Selectable } from 'kysely';
import type { FeatureFlagTable } from '../schema';

export interface FeatureFlag {
  readonly id: number;
  readonly projectId: number;
  /** Unique among the project's live flags; case-sensitive. */
  readonly key: string;
  /** Holds the description, for historical reasons. */
  readonly name: string;
  /** The validated `filters` document (`docs/wire/flags-evaluation.md#filters`). */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly active: boolean;
  readonly deleted: boolean;
  /** 1 on creation, one more with every update. */
  readonly version: number;
  readonly ensureExperienceContinuity: boolean | null;
  /** `server`, `client` or `all`; null = all. */
  readonly evaluationRuntime: string | null;
  /** `distinct_id` or `device_id`; null = distinct_id. */
  readonly bucketingIdentifier: string | null;
  readonly evaluationContexts: readonly string[];
  readonly tags: readonly string[];
  readonly isRemoteConfiguration: boolean;
  readonly hasEncryptedPayloads: boolean;
  readonly createdById: number | null;
  readonly lastModifiedById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When it was last asked for, by its events; null for never. */
  readonly lastCalledAt: Date | null;
  /** What a client made of it: nothing here acts on it. Null when there is none. */
  readonly rollbackConditions: unknown;
  readonly performedRollback: boolean | null;
  /** Dashboards that clients link to it. */
  readonly analyticsDashboardIds: readonly number[];
  /** Whether an SDK has ever reported that a person saw what the flag shows. */
  readonly hasEnrichedAnalytics: boolean;
  /** The dashboard that was made for it; null when there is none. */
  readonly usageDashboardId: number | null;
  readonly usageDashboardIsEnriched: boolean;
  /** Of the live experiments that it is linked to, drafts included. */
  readonly experimentIds: readonly number[];
}

/** What a client may set. */
export type FeatureFlagFields = Pick<
  FeatureFlag,
  | 'key'
  | 'name'
  | 'filters'
  | 'active'
  | 'deleted'
  | 'ensureExperienceContinuity'
  | 'evaluationRuntime'
  | 'bucketingIdentifier'
  | 'evaluationContexts'
  | 'tags'
  | 'isRemoteConfiguration'
  | 'hasEncryptedPayloads'
  | 'rollbackConditions'
  | 'performedRollback'
  | 'analyticsDashboardIds'
>;

export function toFeatureFlag(row: Selectable<FeatureFlagTable>): FeatureFlag {
  return {
    id: row.id,
    projectId: row.project_id,
    key: row.key,
    name: row.name,
    filters: row.filters,
    active: row.active,
    deleted: row.deleted,
    version: row.version,
    ensureExperienceContinuity: row.ensure_experience_continuity,
    evaluationRuntime: row.evaluation_runtime,
    bucketingIdentifier: row.bucketing_identifier,
    evaluationContexts: row.evaluation_contexts,
    tags: row.tags,
    isRemoteConfiguration: row.is_remote_configuration,
    hasEncryptedPayloads: row.has_encrypted_payloads,
    createdById: row.created_by_id,
    lastModifiedById: row.last_modified_by_id,
    lastCalledAt: row.last_called_at,
    rollbackConditions: row.rollback_conditions,
    performedRollback: row.performed_rollback,
    analyticsDashboardIds: row.analytics_dashboards,
    hasEnrichedAnalytics: row.has_enriched_analytics,
    usageDashboardId: row.usage_dashboard_id,
    usageDashboardIsEnriched: row.usage_dashboard_has_enriched_insights,
    experimentIds: row.experiment_ids,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
