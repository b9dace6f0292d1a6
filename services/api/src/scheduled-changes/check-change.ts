import type { ScheduledChangeWrite } from '@tidemark/contracts';
import { flagOperationSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { FeatureFlag, ScheduledChange, ScheduledChangeFields } from '@tidemark/postgres';

type Checked = Pick<
  ScheduledChange,
  'payload' | 'scheduledAt' | 'isRecurring' | 'recurrenceInterval' | 'endDate'
>;

/** The fields that a body contains; omitted fields are omitted here too. */
export function toChangeFields(body: ScheduledChangeWrite): Partial<ScheduledChangeFields> {
  return {
    ...(body.payload !== undefined && { payload: body.payload }),
    ...(body.scheduled_at !== undefined && { scheduledAt: body.scheduled_at }),
    ...(body.is_recurring !== undefined && { isRecurring: body.is_recurring }),
    ...(body.recurrence_interval !== undefined && {
      recurrenceInterval: body.recurrence_interval,
    }),
    ...(body.end_date !== undefined && { endDate: body.end_date }),
  };
}

/**
 * Checks that the fields of a scheduled change fit together and fit its flag.
 * @param isNew an existing change may be paused: it keeps its interval
 * @throws ApiError 400
 */
export function checkChange(change: Checked, flag: FeatureFlag, isNew: boolean): void {
  const { isRecurring, recurrenceInterval: interval, scheduledAt, endDate } = change;
  if (isRecurring && interval === null) {
    throw rejected(
      'recurrence_interval',
      'recurrence_interval is required when is_recurring is true.',
    );
  }
  if (isNew && !isRecurring && interval !== null) {
    throw rejected(
      'recurrence_interval',
      'Cannot set recurrence_interval when is_recurring is false for new schedules.',
    );
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
