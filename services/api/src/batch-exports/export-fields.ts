import type { BatchExportUpdate, ExportInterval } from '@tidemark/contracts';
import { intervalStart, nextIntervalStart } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type { BatchExport, BatchExportFields } from '@tidemark/postgres';
import type { DestinationPolicy } from './destination-fields';
import { changedDestination } from './destination-fields';

/** The start of a new schedule: the current interval, or the first one from `start_at` on. */
export function scheduleFrom(interval: ExportInterval, startAt: Date | null, now: Date): Date {
  return startAt !== null && startAt > now
    ? nextIntervalStart(interval, startAt)
    : intervalStart(interval, now);
}

export function rejectEmptyRange(startAt: Date | null, endAt: Date | null): void {
  if (startAt !== null && endAt !== null && startAt >= endAt) {
    throw validationError('invalid_input', "'end_at' must be after 'start_at'.", 'end_at');
  }
}

/** The fields a PATCH changes. @throws ApiError 400 */
export function changedFields(
  current: BatchExport,
  body: BatchExportUpdate,
  policy: DestinationPolicy,
  now: Date,
): Partial<BatchExportFields> {
  if (body.model !== undefined && body.model !== current.model) {
    throw validationError('invalid_input', 'The model cannot be changed.', 'model');
  }
  const startAt = body.start_at === undefined ? current.startAt : body.start_at;
  const endAt = body.end_at === undefined ? current.endAt : body.end_at;
  rejectEmptyRange(startAt, endAt);
  const interval = body.interval ?? current.interval;
  const isRescheduled =
    interval !== current.interval || startAt?.getTime() !== current.startAt?.getTime();
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.destination !== undefined && {
      destination: changedDestination(current, body.destination, policy),
    }),
    ...(isRescheduled && {
      interval,
      startAt,
      nextIntervalStart: scheduleFrom(interval, startAt, now),
    }),
    ...(body.end_at !== undefined && { endAt }),
    ...(body.paused !== undefined && body.paused !== current.paused
      ? pauseFields({ ...current, interval, startAt }, body.paused, now)
      : {}),
  };
}

/** Resuming continues with the current interval, or first exports the intervals of the pause. */
export function pauseFields(
  current: Pick<BatchExport, 'interval' | 'startAt'>,
  paused: boolean,
  now: Date,
  makeUp = false,
): Partial<BatchExportFields> {
  if (paused) return { paused, lastPausedAt: now };
  return {
    paused,
    ...(!makeUp && { nextIntervalStart: scheduleFrom(current.interval, current.startAt, now) }),
  };
}
