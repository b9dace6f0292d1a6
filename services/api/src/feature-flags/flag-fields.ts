import type { FeatureFlagWrite } from '@tidemark/contracts';
import type { FeatureFlag, FeatureFlagFields } from '@tidemark/postgres';
import { normaliseTags } from '../actions/action-fields';
import { simpleRollout } from './simple-flag';

type Filters = FeatureFlagFields['filters'];

/** The fields a body names, filters apart; what it leaves out stays out. */
export function toFlagFields(body: FeatureFlagWrite): Partial<FeatureFlagFields> {
  const contexts = body.evaluation_contexts ?? body.evaluation_tags;
  return {
    ...(body.key !== undefined && { key: body.key }),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.active !== undefined && { active: body.active }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
    ...(body.ensure_experience_continuity !== undefined && {
      ensureExperienceContinuity: body.ensure_experience_continuity,
    }),
    ...(body.evaluation_runtime !== undefined && { evaluationRuntime: body.evaluation_runtime }),
    ...(body.bucketing_identifier !== undefined && {
      bucketingIdentifier: body.bucketing_identifier,
    }),
    ...(body.rollback_conditions !== undefined && {
      rollbackConditions: body.rollback_conditions,
    }),
    ...(body.performed_rollback !== undefined && { performedRollback: body.performed_rollback }),
    ...(body.analytics_dashboards !== undefined && {
      analyticsDashboardIds: [...new Set(body.analytics_dashboards)],
    }),
    ...(contexts !== undefined && { evaluationContexts: normaliseTags(contexts) }),
    ...(body.tags !== undefined && { tags: normaliseTags(body.tags) }),
    ...(body.has_encrypted_payloads !== undefined && {
      hasEncryptedPayloads: body.has_encrypted_payloads,
    }),
    ...(body.is_remote_configuration !== undefined && {
      isRemoteConfiguration: body.is_remote_configuration,
    }),
  };
}

/** Filters of a new flag: as given, or one condition without properties. */
export function filtersOfNewFlag(body: FeatureFlagWrite): Filters {
  const { filters, rollout_percentage: rollout } = body;
  if (filters?.groups !== undefined) return filters;
  return { ...filters, groups: [{ properties: [], rollout_percentage: rollout ?? null }] };
}

/**
 * Filters after an update; undefined = as they were. Filters without `groups` change nothing; the old
 * shorthand `rollout_percentage` changes the one condition of a simple flag.
 */
export function filtersOfUpdate(body: FeatureFlagWrite, current: FeatureFlag): Filters | undefined {
  const { filters, rollout_percentage: rollout } = body;
  if (filters !== undefined) return filters.groups === undefined ? undefined : filters;
  if (rollout === undefined || simpleRollout(current.filters) === undefined) return undefined;
  return { ...current.filters, groups: [{ properties: [], rollout_percentage: rollout }] };
}
