import { bucketKey } from './bucket-expr';
import { bucketStarts } from './buckets';
import type { DateRange } from './date-range';
import { isoText } from './iso-text';
import { bucketLabel, dayText } from './labels';

/** The buckets of a period: their keys in rows and their texts in responses. */
export interface Axis {
  readonly keys: readonly string[];
  readonly days: readonly string[];
  readonly labels: readonly string[];
  /** The times of the bucket starts, with the project's offset. */
  readonly times: readonly string[];
}

export function axisOf(range: DateRange): Axis {
  const starts = bucketStarts(range);
  return {
    keys: starts.map((start) => bucketKey(range.interval, start)),
    days: starts.map((start) => dayText(start, range.interval)),
    labels: starts.map((start) => bucketLabel(start, range)),
    times: starts.map(isoText),
  };
}
