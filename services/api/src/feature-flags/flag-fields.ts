import type { FeatureFlagWrite } from '@tidemark/contracts';
import type { FeatureFlag, FeatureFlagFields } from '@tidemark/postgres';
import { normaliseTags } from '../tags';
import { simpleRollout } from './simple-flag';
import { FLAG_FIELDS } from '@tidemark/postgres';

type Filters = FeatureFlagFields['filters'];

/** The fields a body names, filters apart; what it leaves out stays out. */
export function toFlagFields(body: FeatureFlagWrite): Partial<FeatureFlagFields> {
  const {
    filters: _filters,
    evaluation_contexts: named,
    evaluation_tags: tagged,
    analytics_dashboards: dashboards,
    tags,
    ...fields
  } = body;
  const contexts = named ?? tagged;
  return {
    ...FLAG_FIELDS.fromWire(fields),
    ...(dashboards !== undefined && { analyticsDashboardIds: [...new Set(dashboards)] }),
    ...(contexts !== undefined && { evaluationContexts: normaliseTags(contexts) }),
    ...(tags !== undefined && { tags: normaliseTags(tags) }),
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
