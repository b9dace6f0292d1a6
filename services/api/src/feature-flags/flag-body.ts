import type { FeatureFlagBody } from '@tidemark/contracts';
import { publicFeature, publicSurvey } from '@tidemark/contracts';
import type { FeatureFlag, OfferedFeature, OfferedSurvey, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';
import type { CohortNames } from './cohort-names';
import { withCohortNames } from './cohort-names';
import { flagStatus } from './flag-status';
import { simpleRollout } from './simple-flag';
import { FLAG_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

/** The data in a flag's body in addition to the flag. */
export interface FlagNames {
  readonly users: ReadonlyMap<number, User>;
  readonly cohorts: CohortNames;
  /** Linked to it: shown only where it is on. */
  readonly surveys: readonly OfferedSurvey[];
  /** The features that the flag stands for. */
  readonly features: readonly OfferedFeature[];
}

/** `names` must hold what belongs to the flag, as far as it still exists, and may hold more. */
export function flagBody(flag: FeatureFlag, names: FlagNames, now: Date): FeatureFlagBody {
  const rollout = simpleRollout(flag.filters);
  const userBody = (id: number | null) => {
    const user = id === null ? undefined : names.users.get(id);
    return user === undefined ? null : userBasicBody(user);
  };
  return {
    id: flag.id,
    team_id: flag.projectId,
    ...wireFields(FLAG_FIELDS.toWire(flag)),
    filters: withCohortNames(flag.filters, names.cohorts),
    version: flag.version,
    evaluation_tags: [...flag.evaluationContexts],
    has_experiment: flag.experimentIds.length > 0,
    is_simple_flag: rollout !== undefined,
    rollout_percentage: rollout ?? null,
    experiment_set: [...flag.experimentIds],
    surveys: names.surveys.filter((one) => one.linkedFlagId === flag.id).map(publicSurvey),
    features: names.features.filter((one) => one.featureFlagId === flag.id).map(publicFeature),
    last_called_at: wireTimeOrNull(flag.lastCalledAt),
    has_enriched_analytics: flag.hasEnrichedAnalytics,
    performed_rollback: flag.performedRollback ?? false,
    usage_dashboard: flag.usageDashboardId,
    created_by: userBody(flag.createdById),
    last_modified_by: userBody(flag.lastModifiedById),
    created_at: wireTime(flag.createdAt),
    updated_at: wireTime(flag.updatedAt),
    status: STATUS[flagStatus(flag, flag.lastCalledAt, now).status],
    can_edit: true,
    user_access_level: 'manager',
  };
}

const STATUS = {
  active: 'ACTIVE',
  inactive: 'INACTIVE',
  archived: 'ARCHIVED',
  stale: 'STALE',
  deleted: 'DELETED',
} as const;
