import { randomUUID } from 'node:crypto';
import type { EventDeletionPhase } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Author } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Database } from '../database';
import type { EventDeletion } from './event-deletion';
import { toEventDeletion } from './event-deletion';
import { EVENT_DELETION_HISTORY } from './event-deletion-history';

/** A deletion that a worker has taken; whoever holds the lease records its progress. */
export interface ClaimedDeletion {
  readonly lease: string;
  readonly deletion: EventDeletion;
  /** From where the phase continues; null: from its beginning. */
  readonly position: Readonly<Record<string, unknown>> | null;
}

/** Progress of a deletion; fields that are absent keep their value. */
export interface DeletionStep {
  readonly phase?: EventDeletionPhase;
  /** Null: the beginning of a phase. */
  readonly position?: Readonly<Record<string, unknown>> | null;
  readonly found?: number;
  /** Added to those that were deleted before. */
  readonly deleted?: number;
}

/** The outcome of a step: the work continues, was cancelled, or was taken over by another worker. */
export type StepOutcome = 'goes on' | 'cancelled' | 'lost';

/** What a worker reads and records while it deletes. */
export interface DeletionProgress {
  /** Takes the oldest deletion that waits, or whose worker has died: its lease has run out. */
  claim(now: Date): Promise<ClaimedDeletion | null>;
  /** Records a step, and extends the lease. */
  record(claim: ClaimedDeletion, step: DeletionStep, now: Date): Promise<StepOutcome>;
  /** Ends the deletion and writes it to the activity log. False when another worker has taken it over. */
  finish(
    claim: ClaimedDeletion,
    status: 'completed' | 'cancelled' | 'failed',
    error: string | null,
  ): Promise<boolean>;
  /** Gives the deletion back, to be taken by another worker at once. */
  release(claim: ClaimedDeletion): Promise<void>;
}

/** Longer than a worker needs between two steps: the pulse extends the lease while the engine works. */
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
