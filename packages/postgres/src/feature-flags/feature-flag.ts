import type { FeatureFlagTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

export interface FeatureFlag {
  readonly id: number;
  readonly projectId: number;
  /** Unique among the project's flags that are not deleted; case-sensitive. */
  readonly key: string;
  /** The description; PostHog uses this field for it for historical reasons. */
  readonly name: string;
  /** The validated `filters` document (`docs/wire/flags-evaluation.md#filters`). */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly active: boolean;
  readonly deleted: boolean;
  /** Whether the flag is archived: disabled, and only in lists that request it. */
  readonly archived: boolean;
  /** Starts at 1 and grows by 1 with every update. */
  readonly version: number;
  readonly ensureExperienceContinuity: boolean | null;
  /** `server`, `client` or `all`; null means all. */
  readonly evaluationRuntime: string | null;
  /** `distinct_id` or `device_id`; null means distinct_id. */
  readonly bucketingIdentifier: string | null;
  readonly evaluationContexts: readonly string[];
  readonly tags: readonly string[];
  readonly isRemoteConfiguration: boolean;
  readonly hasEncryptedPayloads: boolean;
  readonly createdById: number | null;
  readonly lastModifiedById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The time of the last call, from `$feature_flag_called` events; null if there was none. */
  readonly lastCalledAt: Date | null;
  /** Conditions that clients store; Tidemark does not evaluate them. Null if there are none. */
  readonly rollbackConditions: unknown;
  readonly performedRollback: boolean | null;
  /** Ids of dashboards that clients link to the flag. */
  readonly analyticsDashboardIds: readonly number[];
  /** Whether an SDK has ever reported that a user saw the flag's content (`$feature_view`). */
  readonly hasEnrichedAnalytics: boolean;
  /** The dashboard that was created for the flag; null if there is none. */
  readonly usageDashboardId: number | null;
  readonly usageDashboardIsEnriched: boolean;
  /** The ids of the flag's experiments that are not deleted, including drafts. */
  readonly experimentIds: readonly number[];
}

/** The stored fields of a flag. */
export const FLAG_FIELDS = fieldTable<FeatureFlag, FeatureFlagTable>()({
  id: own('id'),
  projectId: own('project_id'),
  key: 'key',
  name: 'name',
  filters: json('filters'),
  active: 'active',
  deleted: 'deleted',
  archived: 'archived',
  version: own('version'),
  ensureExperienceContinuity: 'ensure_experience_continuity',
  evaluationRuntime: 'evaluation_runtime',
  bucketingIdentifier: 'bucketing_identifier',
  evaluationContexts: 'evaluation_contexts',
  tags: 'tags',
  isRemoteConfiguration: 'is_remote_configuration',
  hasEncryptedPayloads: 'has_encrypted_payloads',
  rollbackConditions: json('rollback_conditions'),
  performedRollback: 'performed_rollback',
  analyticsDashboardIds: 'analytics_dashboards',
  hasEnrichedAnalytics: own('has_enriched_analytics'),
  usageDashboardId: own('usage_dashboard_id'),
  usageDashboardIsEnriched: own('usage_dashboard_has_enriched_insights'),
  experimentIds: own('experiment_ids'),
  lastCalledAt: own('last_called_at'),
  createdById: own('created_by_id'),
  lastModifiedById: own('last_modified_by_id'),
  createdAt: own('created_at'),
  updatedAt: own('updated_at'),
});

export const { fromRow: toFeatureFlag } = FLAG_FIELDS;

/** The fields that clients may set. */
export type FeatureFlagFields = Settable<typeof FLAG_FIELDS>;
