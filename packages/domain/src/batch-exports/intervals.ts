import type { ExportInterval } from '@tidemark/contracts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The epoch was a Thursday; weeks begin on Sunday. */
const FIRST_SUNDAY = 3 * DAY;

const LENGTHS: Readonly<Record<ExportInterval, number>> = {
  'every 5 minutes': 5 * MINUTE,
  'every 15 minutes': 15 * MINUTE,
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
};

/** Start of the interval that contains the time; intervals are aligned in UTC. */
export function intervalStart(interval: ExportInterval, timestamp: Date): Date {
  const length = LENGTHS[interval];
  const offset = interval === 'week' ? FIRST_SUNDAY : 0;
  return new Date(Math.floor((timestamp.getTime() - offset) / length) * length + offset);
}

/** End of the interval that begins at `start`, which is the start of the next one. */
export function intervalEnd(interval: ExportInterval, start: Date): Date {
  return new Date(start.getTime() + LENGTHS[interval]);
}

/** The start of the first interval that begins at or after the time. */
export function nextIntervalStart(interval: ExportInterval, timestamp: Date): Date {
  const start = intervalStart(interval, timestamp);
  return start.getTime() === timestamp.getTime() ? start : intervalEnd(interval, start);
}
