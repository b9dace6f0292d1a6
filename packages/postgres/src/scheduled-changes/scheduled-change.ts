import type { RecurrenceInterval } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { ScheduledChangeTable } from '../schema';

/** A change of a flag that is made at a set time. */
export interface ScheduledChange {
  readonly id: number;
  readonly projectId: number;
  readonly featureFlagId: number;
  /** `{operation, value}`, as sent. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The time of the change; for recurring changes, of the next one. */
  readonly scheduledAt: Date;
  /** The time at which it was made or abandoned; null before that. */
  readonly executedAt: Date | null;
  readonly failureReason: string | null;
  /** Whether the change is repeated. If false although there is an interval or a cron expression, it is paused. */
  readonly isRecurring: boolean;
  readonly recurrenceInterval: RecurrenceInterval | null;
  /** The times of a repetition, instead of an interval: a cron expression of five fields. */
  readonly cronExpression: string | null;
  /** The project's time zone when the change was created, in which `cronExpression` is read; null: UTC. */
  readonly timezone: string | null;
  readonly lastExecutedAt: Date | null;
  readonly endDate: Date | null;
  readonly createdById: number | null;
  /**
   * The user in whose name the change is made: the one who changed it last. Otherwise, a change that needs an approval
   * could be written into the scheduled change of a user who needs none.
   */
  readonly authorId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that clients may change. */
export type ScheduledChangeFields = Pick<
  ScheduledChange,
  'payload' | 'scheduledAt' | 'isRecurring' | 'recurrenceInterval' | 'cronExpression' | 'endDate'
>;

export const SCHEDULED_CHANGE_HISTORY: History<ScheduledChange> = {
  scope: 'ScheduledChange',
  nameOf: (change) => String(change.payload['operation']),
  wireFields: (change) => ({
    payload: change.payload,
    scheduled_at: change.scheduledAt.toISOString(),
    is_recurring: change.isRecurring,
    recurrence_interval: change.recurrenceInterval,
    cron_expression: change.cronExpression,
    end_date: change.endDate?.toISOString() ?? null,
  }),
};

export function toScheduledChange(row: Selectable<ScheduledChangeTable>): ScheduledChange {
  return {
    id: row.id,
    projectId: row.project_id,
    featureFlagId: row.feature_flag_id,
    payload: row.payload,
    scheduledAt: row.scheduled_at,
    executedAt: row.executed_at,
    failureReason: row.failure_reason,
    isRecurring: row.is_recurring,
    // The type is safe, because the value was validated when it was written.
    recurrenceInterval: row.recurrence_interval as RecurrenceInterval | null,
    cronExpression: row.cron_expression,
    timezone: row.timezone,
    lastExecutedAt: row.last_executed_at,
    endDate: row.end_date,
    createdById: row.created_by_id,
    authorId: row.author_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
