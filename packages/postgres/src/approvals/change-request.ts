import type { ChangeRequestState } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { FeatureFlagFields } from '../feature-flags/feature-flag';
import type { ChangeRequestNoteTable, ChangeRequestTable } from '../schema';

type Document = Readonly<Record<string, unknown>>;

/** The approvers and conditions of one policy. */
export interface PolicySnapshot {
  readonly id: string;
  readonly action_key: string;
  readonly conditions: Document;
  readonly quorum: number;
  readonly users: readonly number[];
  readonly membership_levels: readonly number[];
}

/** A change of a flag that needs or needed an approval. */
export interface ChangeRequest {
  readonly id: string;
  readonly projectId: number;
  readonly actionKey: string;
  /** Null for a new flag. */
  readonly flagId: number | null;
  readonly flagKey: string;
  /** The version of the flag on which the change is based; null for a new flag. */
  readonly flagVersion: number | null;
  /** The fields that are written after approval. Not shown to users, because payloads are in their stored form. */
  readonly fields: Partial<FeatureFlagFields>;
  readonly intent: Document;
  readonly intentDisplay: {
    readonly description: string;
    readonly before: Document;
    readonly after: Document;
  };
  /** The policies at the time of the request, so that a later change of a policy has no effect on it. */
  readonly policies: readonly PolicySnapshot[];
  /** As stored: a pending request may have expired, see `stateAt`. */
  readonly state: ChangeRequestState;
  readonly isStale: boolean;
  readonly validatedAt: Date | null;
  readonly reason: string;
  readonly createdById: number | null;
  readonly appliedById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly appliedAt: Date | null;
  readonly applyError: string;
  readonly resultData: Document | null;
  readonly notes: readonly ChangeRequestNote[];
}

/** A decision about a change, or a comment. */
export interface ChangeRequestNote {
  readonly id: string;
  readonly kind: 'approved' | 'rejected' | 'comment';
  readonly reason: string;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

export const CHANGE_REQUEST_HISTORY: History<ChangeRequest> = {
  scope: 'ChangeRequest',
  nameOf: (request) => request.flagKey,
  wireFields: (request) => ({
    state: request.state,
    reason: request.reason,
    apply_error: request.applyError,
    approvals: request.notes.filter(({ kind }) => kind !== 'comment').map(shown),
    comments: request.notes.filter(({ kind }) => kind === 'comment').map(shown),
  }),
};

const shown = ({ kind, reason, createdById }: ChangeRequestNote) => ({
  kind,
  reason,
  user: createdById,
});

/** The state of a request at a time: a pending request after its expiry is expired. */
export function stateAt({ state, expiresAt }: ChangeRequest, now: Date): ChangeRequestState {
  return state === 'pending' && expiresAt <= now ? 'expired' : state;
}

/** The number of approvals that a change needs. */
export function quorumOf({ policies }: Pick<ChangeRequest, 'policies'>): number {
  return Math.max(1, ...policies.map(({ quorum }) => quorum));
}

/**
 * Whether a user may decide about a change: not its author, and only a user whom every policy lists. A policy without
 * approvers accepts every user who may change flags of the project.
 * @param level the user's level in the organization
 */
export function isApprover(
  { createdById, policies }: Pick<ChangeRequest, 'createdById' | 'policies'>,
  { id, level }: { readonly id: number; readonly level: number },
): boolean {
  if (id === createdById) return false;
  return policies.every(
    ({ users, membership_levels: levels }) =>
      (users.length === 0 && levels.length === 0) || users.includes(id) || levels.includes(level),
  );
}

export function toChangeRequest(
  row: Selectable<ChangeRequestTable>,
  notes: readonly Selectable<ChangeRequestNoteTable>[],
): ChangeRequest {
  return {
    id: row.id,
    projectId: row.project_id,
    actionKey: row.action_key,
    flagId: row.flag_id,
    flagKey: row.flag_key,
    flagVersion: row.flag_version,
    fields: row.fields,
    intent: row.intent,
    // The casts are safe, because only this package writes these columns.
    intentDisplay: row.intent_display as unknown as ChangeRequest['intentDisplay'],
    policies: row.policy_snapshot['policies'] as readonly PolicySnapshot[],
    state: row.state as ChangeRequestState,
    isStale: row.validation_status === 'stale',
    validatedAt: row.validated_at,
    reason: row.reason,
    createdById: row.created_by_id,
    appliedById: row.applied_by_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    appliedAt: row.applied_at,
    applyError: row.apply_error,
    resultData: row.result_data,
    notes: notes.map((note) => ({
      id: note.id,
      kind: note.kind as ChangeRequestNote['kind'],
      reason: note.reason,
      createdById: note.created_by_id,
      createdAt: note.created_at,
    })),
  };
}
