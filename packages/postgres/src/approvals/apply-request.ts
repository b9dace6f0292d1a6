import { ApiError } from '@tidemark/platform';
import type { NewActivity } from '../activity-log/activity';
import type { EntryDetails } from '../activity-log/history';
import type { Writer } from '../activity-log/unit-of-work';
import type { FeatureFlag, FeatureFlagFields } from '../feature-flags/feature-flag';
import { selectFlag, selectLiveFlags } from '../feature-flags/read-flags';
import { updateFlag } from '../feature-flags/update-flag';
import { changeApprovedFlag, insertApprovedFlag } from '../feature-flags/write-flags';
import type { ChangeRequest } from './change-request';

/**
 * Validates an approved change when it is applied, because other flags may have changed since it was proposed. A
 * thrown error becomes the error of the change request.
 * @throws ApiError
 */
export type CheckApproved = (
  before: FeatureFlag | null,
  fields: Partial<FeatureFlagFields>,
  live: readonly FeatureFlag[],
) => void;

/** The result of an attempt to apply a change. If it failed, only the request is updated. */
export type Application =
  | {
      readonly outcome: 'applied';
      readonly flag: FeatureFlag;
      readonly entries: readonly (NewActivity | null)[];
    }
  | { readonly outcome: 'failed'; readonly isStale: boolean; readonly error: string };

/**
 * Writes the approved change in the name of its author, if the flag has not changed since the change was proposed.
 * @param approvers the e-mail addresses of the users who approved
 */
export async function applyRequest(
  tx: Writer,
  request: ChangeRequest,
  approvers: readonly string[],
  check: CheckApproved,
): Promise<Application> {
  const { projectId, flagId, flagVersion, fields } = request;
  const live = await selectLiveFlags(tx, projectId);
  const current = await currentFlag(tx, request);
  if (flagId !== null && (current === null || current.version !== flagVersion)) {
    return {
      outcome: 'failed',
      isStale: true,
      error:
        current === null
          ? 'The feature flag does not exist any more.'
          : `The feature flag was changed since the change was proposed: it was version ${flagVersion} and is version ${current.version}.`,
    };
  }
  const key = fields.key ?? current?.key;
  if (live.some((flag) => flag.key === key && flag.id !== flagId)) {
    return failed('There is already a feature flag with this key.');
  }
  try {
    check(current, fields, live);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return failed(error.detail);
    throw error;
  }
  const by = { projectId, userId: request.createdById };
  const details: EntryDetails = {
    changes: [
      {
        type: 'FeatureFlag',
        action: 'created',
        field: 'approved_by',
        before: null,
        after: approvers.join(', '),
      },
    ],
  };
  if (current === null) {
    const made = await insertApprovedFlag(
      tx,
      by,
      { ...fields, key: fields.key ?? request.flagKey },
      details,
    );
    return { outcome: 'applied', flag: made.result, entries: made.entries };
  }
  const { result, entries } = await updateFlag(tx, by, current.id, fields, (...args) =>
    changeApprovedFlag(...args, details),
  );
  if (result.outcome !== 'saved') return failed('The feature flag does not exist any more.');
  return { outcome: 'applied', flag: result.flag, entries };
}

function failed(error: string): Application {
  return { outcome: 'failed', isStale: false, error };
}

async function currentFlag(tx: Writer, request: ChangeRequest): Promise<FeatureFlag | null> {
  if (request.flagId === null) return null;
  return selectFlag(tx, request.projectId, request.flagId);
}
