import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import type { FeatureFlagRepository } from '../feature-flags/feature-flag-repository';
import { ifKeyTaken, updateFlag } from '../feature-flags/update-flag';
import type { ScheduledChangeTable } from '../schema';
import type { ScheduledChange } from './scheduled-change';
import { toScheduledChange } from './scheduled-change';

/** The change was made, changed or deleted since it was read, by another worker or a user. */
export class NotDueError extends Error {}

/** The number of temporary failures (for example of a store) after which a change is abandoned. */
const MAX_FAILURES = 5;
const MAX_REASON = 400;

/** The operations of a worker that makes scheduled changes. */
export interface DueChanges {
  /** The due changes of all projects, ordered by time; paused ones are left out. */
  list(now: Date, limit: number): Promise<readonly ScheduledChange[]>;
  /**
   * A flag repository for the change. Its first write also records, in the same transaction, that the change was
   * made.
   * @param nextAt the time of the next repetition; null if there is none
   * @throws NotDueError nothing is written
   */
  flagsOf(
    change: ScheduledChange,
    nextAt: Date | null,
    now: Date,
  ): Pick<FeatureFlagRepository, 'update'>;
  /** Records that the change ended without being made. */
  expire(change: ScheduledChange, now: Date): Promise<void>;
  /**
   * Records why a change could not be made.
   * @param isFinal whether another attempt would fail, too
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
        .where((e) =>
          e.or([
            e('is_recurring', '=', true),
            e('recurrence_interval', 'is', null).and('cron_expression', 'is', null),
          ]),
        )
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
            .returning(READ_FIELDS)
            .executeTakeFirst();
          if (marked === undefined || !isAsRead(marked, due)) throw new NotDueError();
          const updated = await updateFlag(tx, { projectId, userId }, id, changes);
          // If the flag was not written, the transaction is rolled back, so that the change does not count as made.
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

const READ_FIELDS = [
  'payload',
  'author_id',
  'is_recurring',
  'recurrence_interval',
  'cron_expression',
] as const;

/** Whether the row still is the change that was read: a user may have changed it without moving it. */
function isAsRead(
  row: Pick<Selectable<ScheduledChangeTable>, (typeof READ_FIELDS)[number]>,
  due: ScheduledChange,
): boolean {
  return (
    isDeepStrictEqual(row.payload, due.payload) &&
    row.author_id === due.authorId &&
    row.is_recurring === due.isRecurring &&
    row.recurrence_interval === due.recurrenceInterval &&
    row.cron_expression === due.cronExpression
  );
}

class FlagGoneError extends Error {}
