import type { FeatureFlag, FeatureFlagFields, OfferedFeature } from '@tidemark/postgres';
import { referencedCohorts } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import { checkExperiments } from '../feature-flags/check-experiments';
import { checkDependencies, checkStateChange } from '../feature-flags/flag-dependencies';

/**
 * Repeats the checks of a change when it is applied, because other items may have changed since it was proposed: the
 * flags that it depends on and that depend on it, cohorts, experiments and the early access feature.
 *
 * @throws ApiError 400
 */
export function checkApproved(
  before: FeatureFlag | null,
  fields: Partial<FeatureFlagFields>,
  live: readonly FeatureFlag[],
  others: {
    readonly cohortIds: ReadonlySet<number>;
    readonly feature: Pick<OfferedFeature, 'name'> | null;
  },
): void {
  const { active, deleted, filters } = fields;
  if (before !== null) {
    const change = {
      ...(active !== undefined && { active }),
      ...(deleted !== undefined && { deleted }),
    };
    checkStateChange(before, change, live);
    checkExperiments(before, change);
  }
  if (deleted === true) {
    if (others.feature === null) return;
    throw validationError(
      'invalid_input',
      `The early access feature '${others.feature.name}' uses this flag.`,
      'deleted',
    );
  }
  const wanted = filters ?? before?.filters;
  const missing = [...referencedCohorts(wanted)].find((id) => !others.cohortIds.has(id));
  if (missing !== undefined) {
    throw validationError(
      'cohort_does_not_exist',
      `Cohort with id ${missing} does not exist`,
      'filters',
    );
  }
  const key = fields.key ?? before?.key ?? '';
  if (filters !== undefined || before?.deleted === true) {
    checkDependencies({ id: before?.id ?? null, key }, wanted, live);
  }
}
