import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { Writer } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { GatedChange } from '../feature-flags/approval-gate';
import type { Application } from './apply-request';
import type { ChangeRequest, ChangeRequestNote } from './change-request';
import { describeChange, policySnapshots } from './describe-change';
import { listChangeRequests, selectChangeRequest } from './read-requests';

/** A user who makes a change in a project. */
export type PersonAuthor = ProjectAuthor & { readonly userId: number };

/** Locks and reads a request until the end of the transaction; null if the project has none with this id. */
export async function lockRequest(
  tx: Writer,
  { projectId }: ProjectAuthor,
  id: string,
): Promise<ChangeRequest | null> {
  await tx
    .selectFrom('change_requests')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return selectChangeRequest(tx, projectId, id);
}

/** Reads a request that was just written. */
export async function readBack(
  tx: Writer,
  { projectId, id }: Pick<ChangeRequest, 'projectId' | 'id'>,
): Promise<ChangeRequest> {
  const request = await selectChangeRequest(tx, projectId, id);
  if (request === null) throw new Error(`The change request ${id} was written but not found`);
  return request;
}

/** The pending request for the same action on the same flag; null if there is none. */
export async function pendingRequest(
  tx: Writer,
  { projectId, before, after, action }: GatedChange,
  now: Date,
): Promise<ChangeRequest | null> {
  const page = { limit: 1, offset: 0 };
  const flag = before === null ? { flagKey: after.key } : { flagId: before.id };
  const query = { states: ['pending'], actionKey: action, ...flag, now, page };
  const { rows } = await listChangeRequests(tx, projectId, query);
  // A stale request cannot be applied any more, so it does not prevent a new one.
  return rows[0]?.isStale === false ? rows[0] : null;
}

/** Inserts a request. It expires when the first of its policies expires. */
export async function insertRequest(
  tx: Writer,
  gated: GatedChange,
  now: Date,
  reason: string,
): Promise<ChangeRequest> {
  const { projectId, userId, before, after, fields, action } = gated;
  const seconds = Math.min(...gated.policies.map((policy) => policy.expiresAfterSeconds));
  const { intent, intentDisplay } = describeChange(gated);
  const { id } = await tx
    .insertInto('change_requests')
    .values({
      project_id: projectId,
      action_key: action,
      flag_id: before?.id ?? null,
      flag_key: before?.key ?? after.key,
      flag_version: before?.version ?? null,
      fields: JSON.stringify(fields),
      intent: JSON.stringify(intent),
      intent_display: JSON.stringify(intentDisplay),
      policy_snapshot: JSON.stringify({ policies: policySnapshots(gated) }),
      reason,
      created_by_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + seconds * 1_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readBack(tx, { projectId, id });
}

/** Records a comment or a decision of a user. */
export async function addNote(
  tx: Writer,
  { projectId, userId }: PersonAuthor,
  id: string,
  kind: ChangeRequestNote['kind'],
  reason: string,
): Promise<void> {
  await tx
    .insertInto('change_request_notes')
    .values({ project_id: projectId, change_request_id: id, kind, reason, created_by_id: userId })
    .execute();
}

interface RequestColumns {
  readonly state?: string;
  readonly reason?: string;
  readonly validation_status?: string;
  readonly validated_at?: Date;
  readonly applied_at?: Date;
  readonly applied_by_id?: number;
  readonly apply_error?: string;
  readonly result_data?: string;
}

/** Updates the given columns of a request. */
export async function setRequest(tx: Writer, id: string, columns: RequestColumns): Promise<void> {
  await tx
    .updateTable('change_requests')
    .set({ ...defined(columns), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The columns with the result of applying a change. */
export function resultColumns(
  application: Application,
  { userId }: PersonAuthor,
  now: Date,
): RequestColumns {
  if (application.outcome === 'failed') {
    return {
      state: 'failed',
      validation_status: application.isStale ? 'stale' : 'invalid',
      validated_at: now,
      apply_error: application.error,
    };
  }
  const { id, version } = application.flag;
  return {
    state: 'applied',
    validated_at: now,
    applied_at: now,
    applied_by_id: userId,
    result_data: JSON.stringify({ resource_id: id, resource_version: version }),
  };
}

/** The e-mail addresses of users; removed users are left out. */
export async function addressesOf(tx: Writer, ids: readonly (number | null)[]): Promise<string[]> {
  const known = ids.filter((id) => id !== null);
  const rows = await tx.selectFrom('users').select('email').where('id', 'in', known).execute();
  return rows.map(({ email }) => email);
}
