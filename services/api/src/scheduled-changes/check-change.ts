import type { ScheduledChangeWrite } from '@tidemark/contracts';
import { flagOperationSchema } from '@tidemark/contracts';
import type { CronProblem } from '@tidemark/domain';
import { cronProblem } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type { FeatureFlag, ScheduledChange, ScheduledChangeFields } from '@tidemark/postgres';

type Checked = Pick<
  ScheduledChange,
  'payload' | 'scheduledAt' | 'isRecurring' | 'recurrenceInterval' | 'cronExpression' | 'endDate'
>;

const CRON_ERRORS: Readonly<Record<CronProblem, string>> = {
  fields:
    "A cron expression must have five fields: minute, hour, day of month, month and day of week. Example: '0 9 * * 1-5'.",
  syntax: "Invalid cron expression. Example: '0 9 * * 1-5'.",
  never: 'No date matches the cron expression.',
};

/** The fields that a body contains; omitted fields are omitted here too. */
export function toChangeFields(body: ScheduledChangeWrite): Partial<ScheduledChangeFields> {
  return {
    ...(body.payload !== undefined && { payload: body.payload }),
    ...(body.scheduled_at !== undefined && { scheduledAt: body.scheduled_at }),
    ...(body.is_recurring !== undefined && { isRecurring: body.is_recurring }),
    ...(body.recurrence_interval !== undefined && {
      recurrenceInterval: body.recurrence_interval,
    }),
    ...(body.cron_expression !== undefined && { cronExpression: body.cron_expression }),
    ...(body.end_date !== undefined && { endDate: body.end_date }),
  };
}

/**
 * Checks that the fields of a scheduled change fit together and fit its flag.
 * @param isNew an existing change may be paused: it keeps its interval or cron expression
 * @throws ApiError 400
 */
export function checkChange(change: Checked, flag: FeatureFlag, isNew: boolean): void {
  const { isRecurring, recurrenceInterval: interval, cronExpression: cron } = change;
  const { scheduledAt, endDate } = change;
  if (interval !== null && cron !== null) {
    throw rejected(
      'cron_expression',
      'Cannot set both cron_expression and recurrence_interval. Use one or the other.',
    );
  }
  const problem = cron === null ? null : cronProblem(cron, scheduledAt);
  if (problem !== null) throw rejected('cron_expression', CRON_ERRORS[problem]);
  if (isRecurring && interval === null && cron === null) {
    throw rejected(
      'recurrence_interval',
      'Either recurrence_interval or cron_expression is required when is_recurring is true.',
    );
  }
  if (isNew && !isRecurring && (interval ?? cron) !== null) {
    const attr = interval === null ? 'cron_expression' : 'recurrence_interval';
    throw rejected(attr, `Cannot set ${attr} when is_recurring is false for new schedules.`);
  }
  if (endDate !== null && endDate <= scheduledAt) {
    throw rejected('end_date', 'End date must be after the scheduled start date.');
  }
  checkPayload(change, flag);
}

function checkPayload({ payload, isRecurring }: Checked, flag: FeatureFlag): void {
  const operation = flagOperationSchema.parse(payload);
  if (isRecurring && operation.operation === 'add_release_condition') {
    throw rejected(
      'payload',
      'Recurring schedules are not supported for add_release_condition because each run would add the conditions again.',
    );
  }
  // Scheduled changes are stored without encryption.
  const hasPayloads =
    operation.operation === 'update_variants' &&
    Object.keys(operation.value.payloads ?? {}).length > 0;
  if (hasPayloads && flag.hasEncryptedPayloads) {
    throw rejected('payload', 'Payloads of a flag that encrypts them cannot be scheduled.');
  }
}

function rejected(attr: string, detail: string): Error {
  return validationError('invalid_input', detail, attr);
}
