import type { FeatureFlagWrite } from '@tidemark/contracts';
import { isAboutGroups } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { EarlyAccessRepository } from '@tidemark/postgres';

/**
 * A flag that stands for an early access feature stays, and stays about persons.
 *
 * @throws ApiError 400
 */
export async function checkFeature(
  features: Pick<EarlyAccessRepository, 'findByFlag'>,
  projectId: number,
  flagId: number,
  { deleted, filters }: Pick<FeatureFlagWrite, 'deleted' | 'filters'>,
): Promise<void> {
  const becomesGroupFlag = filters !== undefined && isAboutGroups(filters);
  if (deleted !== true && !becomesGroupFlag) return;
  if ((await features.findByFlag(projectId, flagId)) === null) return;
  if (deleted === true) {
    throw validationError(
      'invalid_input',
      'Cannot delete a feature flag that is in use with early access features. Please delete the early access feature before deleting the flag.',
    );
  }
  throw validationError(
    'invalid_input',
    'Cannot change this flag to a group-based when linked to an Early Access Feature.',
    'filters',
  );
}
