import type { ChangeRequestBody } from '@tidemark/contracts';
import type { ChangeRequest, User } from '@tidemark/postgres';
import { isApprover, quorumOf, stateAt } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** The ids of all users that a change request names. */
export function peopleOfRequest(request: ChangeRequest): readonly (number | null)[] {
  const notes = request.notes.map(({ createdById }) => createdById);
  return [request.createdById, request.appliedById, ...notes];
}

/**
 * A change request as one person sees it.
 *
 * @param people the users that it names, by id, if they still exist
 */
export function changeRequestBody(
  request: ChangeRequest,
  people: ReadonlyMap<number, User>,
  viewer: Pick<User, 'id' | 'organizationLevel'>,
  now: Date,
): ChangeRequestBody {
  const state = stateAt(request, now);
  const isRequester = request.createdById === viewer.id;
  const decisions = request.notes.filter(({ kind }) => kind !== 'comment');
  const own = decisions.find(({ createdById }) => createdById === viewer.id);
  const userBody = (id: number | null) => {
    const user = people.get(id ?? 0);
    return user === undefined ? null : userBasicBody(user);
  };
  const noteBody = ({ id, createdById, reason, createdAt }: (typeof decisions)[number]) => ({
    id,
    created_by: userBody(createdById),
    reason,
    created_at: wireTime(createdAt),
  });
  const viewing = { id: viewer.id, level: viewer.organizationLevel };
  return {
    id: request.id,
    action_key: request.actionKey,
    action_version: 1,
    resource_type: 'feature_flag',
    resource_id: request.flagId === null ? null : String(request.flagId),
    resource_key: request.flagKey,
    intent: { ...request.intent },
    intent_display: {
      description: request.intentDisplay.description,
      before: { ...request.intentDisplay.before },
      after: { ...request.intentDisplay.after },
    },
    policy_snapshot: {
      quorum: quorumOf(request),
      users: [...new Set(request.policies.flatMap(({ users }) => users))],
      roles: [],
      allow_self_approve: false,
      policies: request.policies,
    },
    validation_status: validationStatus(request, state),
    validation_errors: request.applyError === '' ? null : { detail: request.applyError },
    validated_at: wireTimeOrNull(request.validatedAt),
    state,
    reason: request.reason,
    created_by: userBody(request.createdById),
    applied_by: userBody(request.appliedById),
    created_at: wireTime(request.createdAt),
    updated_at: wireTime(request.updatedAt),
    expires_at: wireTime(request.expiresAt),
    applied_at: wireTimeOrNull(request.appliedAt),
    apply_error: request.applyError,
    result_data: request.resultData === null ? null : { ...request.resultData },
    approvals: decisions.map((note) => ({
      ...noteBody(note),
      decision: note.kind === 'approved' ? ('approved' as const) : ('rejected' as const),
    })),
    comments: request.notes.filter(({ kind }) => kind === 'comment').map(noteBody),
    can_approve: state === 'pending' && own === undefined && isApprover(request, viewing),
    can_cancel: state === 'pending' && isRequester,
    is_requester: isRequester,
    user_decision: own?.kind ?? null,
  };
}

function validationStatus(
  request: ChangeRequest,
  state: ChangeRequest['state'],
): ChangeRequestBody['validation_status'] {
  if (state === 'expired') return 'expired';
  if (request.isStale) return 'stale';
  return state === 'failed' ? 'invalid' : 'valid';
}
