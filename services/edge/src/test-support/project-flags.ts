import type { CohortDefinition } from '@tidemark/flag-engine';
import { compileFlags, toDefinition } from '@tidemark/flag-engine';
import type { FeatureFlag } from '@tidemark/postgres';
import type { ProjectFlags } from '../projects/flag-directory';

/** A stored flag that is on for everyone, with the given fields changed. */
export function storedFlag(changes: Partial<FeatureFlag> = {}): FeatureFlag {
  const at = new Date('2026-01-01T00:00:00Z');
  return {
    id: 1,
    projectId: 1,
    key: 'beta',
    name: '',
    filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
    active: true,
    deleted: false,
    archived: false,
    version: 1,
    ensureExperienceContinuity: false,
    evaluationRuntime: null,
    bucketingIdentifier: null,
    evaluationContexts: [],
    tags: [],
    isRemoteConfiguration: false,
    hasEncryptedPayloads: false,
    createdById: null,
    lastModifiedById: null,
    createdAt: at,
    updatedAt: at,
    lastCalledAt: null,
    rollbackConditions: null,
    performedRollback: null,
    analyticsDashboardIds: [],
    hasEnrichedAnalytics: false,
    usageDashboardId: null,
    usageDashboardIsEnriched: false,
    experimentIds: [],
    ...changes,
  };
}

/** The flags of a project as the edge reads them: new objects each time. */
export function projectFlags(
  stored: readonly FeatureFlag[],
  cohorts: readonly CohortDefinition[] = [],
): ProjectFlags {
  const copy = structuredClone(stored);
  const definitions = structuredClone(cohorts);
  return {
    compiled: compileFlags(copy.map(toDefinition), definitions),
    stored: copy,
    cohorts: definitions,
    version: 1,
    readAt: 0,
  };
}
