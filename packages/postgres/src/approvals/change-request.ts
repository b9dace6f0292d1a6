import type { ChangeRequestState } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { FeatureFlagFields } from '../feature-flags/feature-flag';
import type { ChangeRequestNoteTable, ChangeRequestTable } from '../schema';

type Document = Readonly<Record<string, unknown>>;

/** What one policy says about who may approve. */
export interface PolicySnapshot {
  readonly id: string;
  readonly action_key: string;
  readonly conditions: Document;
  readonly quorum: number;
  readonly users: readonly number[];
  readonly membership_levels: readonly number[];
}

/** A change of a flag that waits for an approval, or waited for one. */
export interface ChangeRequest {
  readonly id: string;
  readonly projectId: number;
  readonly actionKey: string;
  /** Null for a flag that is to be created. */
  readonly flagId: number | null;
  readonly flagKey: string;
  /** The version of the flag that the change was made from; null for a new flag. */
  readonly flagVersion: number | null;
  /** What is written when it is approved. Payloads are as the flag stores them, so it is never shown. */
  readonly fields: Partial<FeatureFlagFields>;
  readonly intent: Document;
  readonly intentDisplay: {
    readonly description: string;
    readonly before: Document;
    readonly after: Document;
  };
  /** The policies as they were when the change was proposed: a later change of a policy does not let it pass. */
  readonly policies: readonly PolicySnapshot[];
  /** As stored: a pending one may have expired. */
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

/** The state of a change at a time: one that has waited too long has expired. */
export function stateAt({ state, expiresAt }: ChangeRequest, now: Date): ChangeRequestState {
  return state === 'pending' && expiresAt <= now ? 'expired' : state;
}

/** The number of approvals that a change needs. */
export function quorumOf({ policies }: Pick<ChangeRequest, 'policies'>): number {
  return Math.max(1, ...policies.map(({ quorum }) => quorum));
}

/**
 * Whether a person may decide about a change: never its author, and only somebody whom each of the policies names. A
 * policy that names nobody accepts everybody who may change flags of the project.
 *
 * @param level the person's level in the organization
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
    // Only this package writes these columns.
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
