import { DateTime } from 'luxon';
import { bucketStarts } from '../buckets';
import type { DateRange } from '../date-range';
import { dayText } from '../labels';
import type { DateRangeInput, DateRangeOptions } from '../resolve-date-range';
import { resolveDateRange } from '../resolve-date-range';

export const at = (text: string, zone = 'UTC'): DateTime => DateTime.fromISO(text, { zone });

/** Saturday, 21 November 2026, 13:20:37 in the project's zone. */
const NOW = '2026-11-21T13:20:37';

export function resolve(
  input: DateRangeInput | null,
  options: Partial<DateRangeOptions> & { zone?: string; at?: string } = {},
): DateRange {
  const { zone = 'UTC', at: time = NOW, ...rest } = options;
  return resolveDateRange(input, {
    interval: 'day',
    weekStartDay: 0,
    earliest: null,
    now: at(time, zone),
    ...rest,
  });
}

export const ends = ({ from, to }: DateRange): string[] =>
  [from, to].map((end) => end.toFormat('yyyy-MM-dd HH:mm:ss'));
export const days = (range: DateRange): string[] =>
  bucketStarts(range).map((start) => dayText(start, range.interval));
