import type { UnsavedFlag } from '@tidemark/contracts';
import type { StoredFlag } from '@tidemark/flag-engine';
import { notFound, validationError } from '@tidemark/platform';
import type { CohortRepository, FeatureFlag } from '@tidemark/postgres';
import { checkCohorts } from '../feature-flags/check-cohorts';
import { checkConditions } from '../feature-flags/check-conditions';
import { checkDependencies } from '../feature-flags/flag-dependencies';

/** The id of a flag that is not saved; ids of saved flags begin at 1. */
export const NEW_FLAG_ID = 0;

/**
 * Checks filters as a write would, except for the key.
 *
 * @throws ApiError 400
 */
export async function checkUnsaved(
  cohorts: Pick<CohortRepository, 'listLive'>,
  projectId: number,
  { filters }: UnsavedFlag,
): Promise<void> {
  checkConditions(filters, 'filters');
  await checkCohorts(cohorts, projectId, filters);
}

/**
 * The flags of a project as they would be with a change: in the place of the flag of its id, or beside the others.
 *
 * @throws ApiError 400, 404
 */
export function withUnsaved(
  projectId: number,
  live: readonly FeatureFlag[],
  unsaved: UnsavedFlag,
): { readonly flags: readonly StoredFlag[]; readonly key: string } {
  const { id = null, filters } = unsaved;
  const current = id === null ? null : live.find((flag) => flag.id === id);
  if (current === undefined) throw notFound('The flag that `flag.id` names does not exist.');
  const key = unsaved.key ?? current?.key;
  if (key === undefined) {
    throw validationError(
      'required',
      'A new flag needs a key: people are placed by it.',
      'flag__key',
    );
  }
  if (live.some((flag) => flag.key === key && flag.id !== id)) {
    throw validationError('unique', 'There is already a feature flag with this key.', 'flag__key');
  }
  checkDependencies({ id, key }, filters, live);
  const changed: StoredFlag = {
    ...(current ?? newFlag(projectId)),
    key,
    filters,
    ...(unsaved.active !== undefined && { active: unsaved.active }),
    ...(unsaved.bucketing_identifier !== undefined && {
      bucketingIdentifier: unsaved.bucketing_identifier,
    }),
    ...(unsaved.ensure_experience_continuity !== undefined && {
      ensureExperienceContinuity: unsaved.ensure_experience_continuity,
    }),
  };
  const flags =
    current === null
      ? [...live, changed]
      : live.map((flag) => (flag.id === current.id ? changed : flag));
  return { flags, key };
}

function newFlag(projectId: number): Omit<StoredFlag, 'key' | 'filters'> {
  return {
    id: NEW_FLAG_ID,
    projectId,
    name: '',
    version: 1,
    active: true,
    deleted: false,
    ensureExperienceContinuity: null,
    evaluationRuntime: null,
    evaluationContexts: [],
    bucketingIdentifier: null,
    hasEncryptedPayloads: false,
    experimentIds: [],
  };
}
