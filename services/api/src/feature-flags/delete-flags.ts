import type { bulkDeleteSchema } from '@tidemark/contracts';
import { ApiError, validationError } from '@tidemark/platform';
import type { FeatureFlag } from '@tidemark/postgres';
import { ApprovalRequiredError } from '@tidemark/postgres';
import type { z } from 'zod';
import type { ProposeChange } from '../approval-required';
import { checkExperiments } from './check-experiments';
import { checkFeature } from './check-feature';
import { dependentsOf, named } from './flag-dependencies';
import { readFlagId } from './flag-ids';
import { rolloutOf } from './flag-rollout';
import type { SaveFlagDeps } from './save-flag';

type BulkDeleteResult = z.input<typeof bulkDeleteSchema>;

/**
 * Deletes flags softly, one after the other; those that others or features depend on stay.
 *
 * @param asked the ids of the request; those that are no flags are errors
 */
export async function deleteFlags(
  {
    flags,
    features,
    announceChange,
    proposeChange,
  }: Pick<SaveFlagDeps, 'flags' | 'features' | 'announceChange'> & {
    readonly proposeChange: ProposeChange;
  },
  caller: { readonly project: { readonly id: number }; readonly user: { readonly id: number } },
  rows: readonly FeatureFlag[],
  asked: readonly unknown[],
): Promise<BulkDeleteResult> {
  const deleted: BulkDeleteResult['deleted'] = [];
  const errors: BulkDeleteResult['errors'] = notFlags(asked, rows);
  for (const { id, key, filters } of rows) {
    try {
      await checkFeature(features, caller.project.id, id, { deleted: true });
      await flags.update(caller.project.id, caller.user.id, id, (current, live) => {
        rejectDependents(id, live);
        checkExperiments(current, { deleted: true });
        return { deleted: true };
      });
      const { state, variant } = rolloutOf(filters);
      deleted.push({ id, key, rollout_state: state, active_variant: variant });
    } catch (error) {
      const rejection =
        error instanceof ApprovalRequiredError ? await proposeChange(error.change) : error;
      if (!(rejection instanceof ApiError)) throw rejection;
      errors.push({ id, key, reason: rejection.detail });
    }
  }
  if (deleted.length > 0) await announceChange(caller.project.id, 'feature_flags');
  return { deleted, errors };
}

function rejectDependents(id: number, live: readonly FeatureFlag[]): void {
  const dependents = dependentsOf(id, live);
  if (dependents.length === 0) return;
  throw validationError(
    'invalid_input',
    `Cannot delete because other flags depend on it: ${named(dependents, 3)}`,
  );
}

function notFlags(
  asked: readonly unknown[],
  rows: readonly FeatureFlag[],
): BulkDeleteResult['errors'] {
  const found = new Set(rows.map((flag) => flag.id));
  return asked.flatMap((value): BulkDeleteResult['errors'] => {
    const id = readFlagId(value);
    if (id === null) return [{ id: value, reason: 'Invalid flag ID format' }];
    return found.has(id) ? [] : [{ id, reason: 'Flag not found' }];
  });
}
