import type { FeatureFlagWrite } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { FeatureFlag } from '@tidemark/postgres';

/**
 * Rejects the deletion of a flag that a live experiment uses.
 *
 * @throws ApiError 400
 */
export function checkExperiments(
  { experimentIds }: FeatureFlag,
  { deleted }: Pick<FeatureFlagWrite, 'deleted'>,
): void {
  if (deleted !== true || experimentIds.length === 0) return;
  throw validationError(
    'invalid_input',
    `Cannot delete a feature flag that is linked to active experiment(s): ${experimentIds.join(', ')}. Please delete the experiment(s) before deleting the flag.`,
  );
}
