import { sql } from 'kysely';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import type { FeatureFlagRepository } from '../feature-flags/feature-flag-repository';
import { ifKeyTaken, updateFlag } from '../feature-flags/update-flag';
import type { ScheduledChange } from './scheduled-change';
import { toScheduledChange } from './scheduled-change';

/** The change was made, moved or deleted after it was read: another worker or user owns it now. */
export class NotDueError extends Error {}

/** Number of transient failures (of a store, for example) after which a change is given up. */
const MAX_FAILURES = 5;
const MAX_REASON = 400;

/** The scheduled changes that are not made yet. */
export interface DueChanges {
  /** The due changes of all projects, ordered by time; paused ones are left out. */
  list(now: Date, limit: number): Promise<readonly ScheduledChange[]>;
  /**
   * Writes flags as the repository of flags does, and with the first write, in its transaction, that the change was
   * made: neither is there without the other.
   *
   * @param nextAt when it comes again; null when this was the last time
   * @throws NotDueError nothing being written
   */
  flagsOf(
    change: ScheduledChange,
    nextAt: Date | null,
    now: Date,
  ): Pick<FeatureFlagRepository, 'update'>;
  /** It ended without being made. */
  expire(change: ScheduledChange, now: Date): Promise<void>;
  /**
   * Notes why a change could not be made.
   *
   * @param isFinal it would fail again
   */
  fail(change: ScheduledChange, reason: string, isFinal: boolean, now: Date): Promise<void>;
}

export function createDueChanges({ db, change, unrecorded }: ResourceDatabase): DueChanges {
  return {
    async list(now, limit) {
      const rows = await db
        .selectFrom('scheduled_changes')
        .selectAll()
        .where('executed_at', 'is', null)
        .where('scheduled_at', '<=', now)
        .where((e) => e.or([e('is_recurring', '=', true), e('recurrence_interval', 'is', null)]))
        .orderBy('scheduled_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toScheduledChange);
    },

    flagsOf: (due, nextAt, now) => ({
      update: (projectId, userId, id, changes) =>
        change(FLAG_HISTORY, { projectId, userId }, async (tx) => {
          const marked = await tx
            .updateTable('scheduled_changes')
            .set({
              ...(nextAt === null ? { executed_at: now } : { scheduled_at: nextAt }),
              last_executed_at: now,
              failure_reason: null,
              failure_count: 0,
            })
            .where('id', '=', due.id)
            .where('executed_at', 'is', null)
            .where('scheduled_at', '=', due.scheduledAt)
            .returning('id')
            .executeTakeFirst();
          if (marked === undefined) throw new NotDueError();
          const updated = await updateFlag(tx, { projectId, userId }, id, changes);
          // Only what was written counts as made.
          if (updated.result.outcome !== 'saved') throw new FlagGoneError();
          return updated;
        }).catch((error: unknown) => {
          if (error instanceof FlagGoneError) return { outcome: 'not_found' as const };
          return ifKeyTaken(error);
        }),
    }),

    async expire(due, now) {
      await unrecorded
        .updateTable('scheduled_changes')
        .set({ executed_at: now })
        .where('id', '=', due.id)
        .where('executed_at', 'is', null)
        .where('scheduled_at', '=', due.scheduledAt)
        .execute();
    },

    async fail(due, reason, isFinal, now) {
      await unrecorded
        .updateTable('scheduled_changes')
        .set({
          failure_reason: reason.slice(0, MAX_REASON),
          failure_count: sql<number>`failure_count + 1`,
          executed_at: sql<Date | null>`CASE
            WHEN ${isFinal}::boolean OR failure_count + 1 >= ${MAX_FAILURES}::integer
            THEN ${now}::timestamptz END`,
        })
        .where('id', '=', due.id)
        .where('executed_at', 'is', null)
        .where('scheduled_at', '=', due.scheduledAt)
        .execute();
    },
  };
}

class FlagGoneError extends Error {}
