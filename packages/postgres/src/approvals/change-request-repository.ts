import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { GatedChange } from '../feature-flags/approval-gate';
import type { FeatureFlag } from '../feature-flags/feature-flag';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import type { Page } from '../page';
import { findUser } from '../users/user-repository';
import type { Application, CheckApproved } from './apply-request';
import { applyRequest } from './apply-request';
import type { ChangeRequest, ChangeRequestNote } from './change-request';
import { CHANGE_REQUEST_HISTORY, isApprover, quorumOf, stateAt } from './change-request';
import { describeChange, policySnapshots } from './describe-change';
import type { ChangeRequestQuery } from './read-requests';
import { listChangeRequests, selectChangeRequest } from './read-requests';

/** A person who does something in a project. */
type PersonAuthor = ProjectAuthor & { readonly userId: number };

/** The result of a decision; of those that were rejected nothing is written. */
export type Decision =
  | {
      readonly outcome: 'recorded';
      readonly request: ChangeRequest;
      /** The flag as the change left it; null where nothing was applied. */
      readonly flag: FeatureFlag | null;
    }
  | { readonly outcome: 'not_found' | 'not_pending' | 'not_allowed' | 'decided_before' };

interface Proposal {
  readonly request: ChangeRequest;
  readonly isNew: boolean;
}

/** Every call names the project: a change request of another one is not found. */
export interface ChangeRequestRepository {
  list(projectId: number, query: ChangeRequestQuery): Promise<Page<ChangeRequest>>;
  findById(projectId: number, id: string): Promise<ChangeRequest | null>;
  /** A new request for a change; `isNew` is false when one for the same action on the same flag is pending. */
  propose(change: GatedChange, now: Date, reason?: string): Promise<Proposal>;
  /** Changes the reason of one's own pending request. */
  setReason(by: PersonAuthor, id: string, reason: string, now: Date): Promise<Decision>;
  comment(by: PersonAuthor, id: string, text: string): Promise<Decision>;
  /** Records an approval, and applies the change, in one transaction, with the last approval that it needs. */
  approve(
    by: PersonAuthor,
    id: string,
    reason: string,
    now: Date,
    check: CheckApproved,
  ): Promise<Decision>;
  reject(by: PersonAuthor, id: string, reason: string, now: Date): Promise<Decision>;
  /** The author of a change withdraws it. */
  cancel(by: PersonAuthor, id: string, reason: string, now: Date): Promise<Decision>;
}

export function createChangeRequestRepository({
  db,
  change,
}: ResourceDatabase): ChangeRequestRepository {
  /** Decides about a pending request as `allowed` says, and writes what `write` does. */
  const decide = (
    by: PersonAuthor,
    id: string,
    now: Date,
    allowed: (request: ChangeRequest, level: number) => boolean,
    write: (tx: Writer, request: ChangeRequest) => Promise<Written>,
  ): Promise<Decision> =>
    change<FeatureFlag, Decision>(FLAG_HISTORY, by, async (tx): Promise<Recorded<Decision>> => {
      const before = await lockRequest(tx, by, id);
      if (before === null) return { result: { outcome: 'not_found' }, entries: [] };
      const user = await findUser(tx, by.userId);
      const level = user?.isActive === true ? user.organizationLevel : 0;
      if (!allowed(before, level)) return { result: { outcome: 'not_allowed' }, entries: [] };
      if (stateAt(before, now) !== 'pending') {
        return { result: { outcome: 'not_pending' }, entries: [] };
      }
      const isDecided = before.notes.some(
        ({ kind, createdById }) => kind !== 'comment' && createdById === by.userId,
      );
      if (isDecided) return { result: { outcome: 'decided_before' }, entries: [] };
      const { activity, application } = await write(tx, before);
      const request = await readBack(tx, before);
      const applied = application?.outcome === 'applied' ? application : null;
      return {
        result: { outcome: 'recorded', request, flag: applied?.flag ?? null },
        entries: [
          ...(applied?.entries ?? []),
          historyEntry(CHANGE_REQUEST_HISTORY, by, before, request, { activity, always: true }),
        ],
      };
    });

  return {
    list: (projectId, query) => listChangeRequests(db, projectId, query),
    findById: (projectId, id) => selectChangeRequest(db, projectId, id),

    propose: (gated, now, reason = '') => {
      const by = { projectId: gated.projectId, userId: gated.userId };
      return change<ChangeRequest, Proposal>(CHANGE_REQUEST_HISTORY, by, async (tx, entry) => {
        const pending = await pendingRequest(tx, gated, now);
        if (pending !== null) return { result: { request: pending, isNew: false }, entries: [] };
        const request = await insertRequest(tx, gated, now, reason);
        return { result: { request, isNew: true }, entries: [entry(null, request)] };
      });
    },

    setReason: (by, id, reason, now) =>
      decide(
        by,
        id,
        now,
        ({ createdById }) => createdById === by.userId,
        async (tx) => {
          await setRequest(tx, id, { reason });
          return { activity: 'updated' };
        },
      ),

    comment: (by, id, text) =>
      change<ChangeRequest, Decision>(
        CHANGE_REQUEST_HISTORY,
        by,
        async (tx, entry): Promise<Recorded<Decision>> => {
          const before = await selectChangeRequest(tx, by.projectId, id);
          if (before === null) return { result: { outcome: 'not_found' }, entries: [] };
          await addNote(tx, by, id, 'comment', text);
          const request = await readBack(tx, before);
          const entries = [entry(before, request, { activity: 'commented', always: true })];
          return { result: { outcome: 'recorded', request, flag: null }, entries };
        },
      ),

    approve: (by, id, reason, now, check) =>
      decide(
        by,
        id,
        now,
        (request, level) => isApprover(request, { id: by.userId, level }),
        async (tx, request) => {
          await addNote(tx, by, id, 'approved', reason);
          const voters = request.notes
            .filter(({ kind }) => kind === 'approved')
            .map(({ createdById }) => createdById);
          if (voters.length + 1 < quorumOf(request)) return { activity: 'approved' };
          const names = await addressesOf(tx, [...voters, by.userId]);
          const application = await applyRequest(tx, request, names, check);
          await setRequest(tx, id, resultColumns(application, by, now));
          return { activity: application.outcome, application };
        },
      ),

    reject: (by, id, reason, now) =>
      decide(
        by,
        id,
        now,
        (request, level) => isApprover(request, { id: by.userId, level }),
        async (tx) => {
          await addNote(tx, by, id, 'rejected', reason);
          await setRequest(tx, id, { state: 'rejected' });
          return { activity: 'rejected' };
        },
      ),

    cancel: (by, id, reason, now) =>
      decide(
        by,
        id,
        now,
        ({ createdById }) => createdById === by.userId,
        async (tx) => {
          await addNote(tx, by, id, 'rejected', reason);
          await setRequest(tx, id, { state: 'rejected' });
          return { activity: 'canceled' };
        },
      ),
  };
}

interface Written {
  readonly activity: string;
  readonly application?: Application;
}

async function lockRequest(
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

async function readBack(
  tx: Writer,
  { projectId, id }: Pick<ChangeRequest, 'projectId' | 'id'>,
): Promise<ChangeRequest> {
  const request = await selectChangeRequest(tx, projectId, id);
  if (request === null) throw new Error(`The change request ${id} was written and is not there`);
  return request;
}

async function pendingRequest(
  tx: Writer,
  { projectId, before, after, action }: GatedChange,
  now: Date,
): Promise<ChangeRequest | null> {
  const page = { limit: 1, offset: 0 };
  const flag = before === null ? { flagKey: after.key } : { flagId: before.id };
  const query = { states: ['pending'], actionKey: action, ...flag, now, page };
  const { rows } = await listChangeRequests(tx, projectId, query);
  // One that cannot be applied any more does not stand in the way of the next.
  return rows[0]?.isStale === false ? rows[0] : null;
}

async function insertRequest(
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

async function addNote(
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

async function setRequest(tx: Writer, id: string, columns: RequestColumns): Promise<void> {
  await tx
    .updateTable('change_requests')
    .set({ ...defined(columns), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

function resultColumns(
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

async function addressesOf(tx: Writer, ids: readonly (number | null)[]): Promise<string[]> {
  const known = ids.filter((id) => id !== null);
  const rows = await tx.selectFrom('users').select('email').where('id', 'in', known).execute();
  return rows.map(({ email }) => email);
}
