import { randomUUID } from 'node:crypto';
import type { EventDeletionPhase } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Author } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Database } from '../database';
import type { EventDeletion } from './event-deletion';
import { toEventDeletion } from './event-deletion';
import { EVENT_DELETION_HISTORY } from './event-deletion-history';

/** A deletion that a worker has claimed; only the worker with the lease can record progress. */
export interface ClaimedDeletion {
  readonly lease: string;
  readonly deletion: EventDeletion;
  /** The position at which the phase continues; null: at its beginning. */
  readonly position: Readonly<Record<string, unknown>> | null;
}

/** The progress of a deletion; absent fields keep their value. */
export interface DeletionStep {
  readonly phase?: EventDeletionPhase;
  /** Null: the beginning of a phase. */
  readonly position?: Readonly<Record<string, unknown>> | null;
  readonly found?: number;
  /** Added to the number of events that were deleted before. */
  readonly deleted?: number;
}

/** The outcome of a step: the work continues, was cancelled, or was taken over by another worker. */
export type StepOutcome = 'goes on' | 'cancelled' | 'lost';

/** The operations of a worker that deletes events. */
export interface DeletionProgress {
  /** Claims the oldest deletion that is waiting, or whose lease has expired because its worker died. */
  claim(now: Date): Promise<ClaimedDeletion | null>;
  /** Records a step, and extends the lease. */
  record(claim: ClaimedDeletion, step: DeletionStep, now: Date): Promise<StepOutcome>;
  /** Ends the deletion and logs it in the activity log. False if another worker has claimed it. */
  finish(
    claim: ClaimedDeletion,
    status: 'completed' | 'cancelled' | 'failed',
    error: string | null,
  ): Promise<boolean>;
  /** Ends the lease, so that another worker can claim the deletion immediately. */
  release(claim: ClaimedDeletion): Promise<void>;
}

/** Longer than the time between two steps; the worker also extends the lease while the engine works. */
const LEASE_MS = 60_000;

export function createDeletionProgress({ db, record }: Database): DeletionProgress {
  const until = (now: Date): Date => new Date(now.getTime() + LEASE_MS);
  return {
    claim: async (now) => {
      const lease = randomUUID();
      const row = await db
        .updateTable('event_deletions')
        .set({
          lease,
          lease_until: until(now),
          status: sql`CASE WHEN status = 'queued' THEN 'running' ELSE status END`,
          phase: sql`coalesce(phase, 'finding')`,
        })
        .where('id', '=', (q) =>
          q
            .selectFrom('event_deletions')
            .select('id')
            .where('status', 'in', ['queued', 'running', 'cancelling'])
            .where((e) => e.or([e('lease_until', 'is', null), e('lease_until', '<', now)]))
            .orderBy('confirmed_at')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      return { lease, deletion: toEventDeletion(row), position: row.position };
    },

    record: async ({ lease, deletion }, { phase, position, found, deleted }, now) => {
      const row = await db
        .updateTable('event_deletions')
        .set({
          lease_until: until(now),
          ...(phase !== undefined && { phase }),
          ...(position !== undefined && {
            position: position === null ? null : JSON.stringify(position),
          }),
          ...(found !== undefined && { found }),
          ...(deleted !== undefined && { deleted: sql<number>`deleted + ${deleted}` }),
        })
        .where('id', '=', deletion.id)
        .where('lease', '=', lease)
        .returning('status')
        .executeTakeFirst();
      if (row === undefined) return 'lost';
      return row.status === 'cancelling' ? 'cancelled' : 'goes on';
    },

    finish: ({ lease, deletion }, status, error) =>
      record(async (tx) => {
        const row = await tx
          .updateTable('event_deletions')
          .set({
            ...{ status, error, phase: null, position: null, lease: null, lease_until: null },
            finished_at: sql<Date>`now()`,
          })
          .where('id', '=', deletion.id)
          .where('lease', '=', lease)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: false, entries: [] };
        const after = toEventDeletion(row);
        const by: Author = { projectId: after.projectId, userId: after.confirmedById };
        return {
          result: true,
          entries: [historyEntry(EVENT_DELETION_HISTORY, by, deletion, after)],
        };
      }),

    release: async ({ lease, deletion }) => {
      await db
        .updateTable('event_deletions')
        .set({ lease: null, lease_until: null })
        .where('id', '=', deletion.id)
        .where('lease', '=', lease)
        .execute();
    },
  };
}
