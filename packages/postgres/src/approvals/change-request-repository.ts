import { historyEntry } from '../activity-log/history';
import type { Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { GatedChange } from '../feature-flags/approval-gate';
import type { FeatureFlag } from '../feature-flags/feature-flag';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import type { Page } from '../page';
import { findUser } from '../users/user-repository';
import type { Application, CheckApproved } from './apply-request';
import { applyRequest } from './apply-request';
import type { ChangeRequest } from './change-request';
import { CHANGE_REQUEST_HISTORY, isApprover, quorumOf, stateAt } from './change-request';
import type { ChangeRequestQuery } from './read-requests';
import { listChangeRequests, selectChangeRequest } from './read-requests';
import type { PersonAuthor } from './write-requests';
import {
  addNote,
  addressesOf,
  insertRequest,
  lockRequest,
  pendingRequest,
  readBack,
  resultColumns,
  setRequest,
} from './write-requests';

/** The result of a decision; rejected decisions are not stored. */
export type Decision =
  | {
      readonly outcome: 'recorded';
      readonly request: ChangeRequest;
      /** The flag after the change; null if no change was applied. */
      readonly flag: FeatureFlag | null;
    }
  | { readonly outcome: 'not_found' | 'not_pending' | 'not_allowed' | 'decided_before' };

interface Proposal {
  readonly request: ChangeRequest;
  readonly isNew: boolean;
}

/** Stores change requests. Every method takes the project id and does not find change requests of other projects. */
export interface ChangeRequestRepository {
  list(projectId: number, query: ChangeRequestQuery): Promise<Page<ChangeRequest>>;
  findById(projectId: number, id: string): Promise<ChangeRequest | null>;
  /**
   * Creates a request for a change; `isNew` is false if there is already a pending one for the same action on the
   * same flag.
   */
  propose(change: GatedChange, now: Date, reason?: string): Promise<Proposal>;
  /** Changes the reason of the user's own pending request. */
  setReason(by: PersonAuthor, id: string, reason: string, now: Date): Promise<Decision>;
  comment(by: PersonAuthor, id: string, text: string): Promise<Decision>;
  /** Records an approval. If it is the last one needed, applies the change in the same transaction. */
  approve(
    by: PersonAuthor,
    id: string,
    reason: string,
    now: Date,
    check: CheckApproved,
  ): Promise<Decision>;
  reject(by: PersonAuthor, id: string, reason: string, now: Date): Promise<Decision>;
  /** Withdraws a change; only its author may do this. */
  cancel(by: PersonAuthor, id: string, reason: string, now: Date): Promise<Decision>;
}

export function createChangeRequestRepository({
  db,
  change,
}: ResourceDatabase): ChangeRequestRepository {
  /** Decides about a pending request if `allowed` permits it, and writes the result with `write`. */
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
