import type { BucketWords } from '../bucket-words';
import { bucketWords } from '../bucket-words';

/** The number of requests on one day that returned one value of a flag. */
export interface FlagCalls {
  /** `YYYY-MM-DD` in the time zone of the project. */
  readonly day: string;
  /** The value as text; empty for requests without a value. */
  readonly response: string;
  readonly calls: number;
  readonly distinct_ids: number;
}

/** The number that the chart shows: requests, or distinct ids. */
export type UsageCount = 'calls' | 'distinct_ids';

/** Counts per day, with one series for each value, in the format of the chart. */
export interface UsageDays {
  readonly buckets: readonly BucketWords[];
  readonly series: readonly {
    readonly key: string;
    readonly label: string;
    readonly values: readonly number[];
    readonly total: number;
    readonly look: number;
    readonly isBefore: boolean;
  }[];
}

const DAY_MS = 86_400_000;

/**
 * The counts of the last days as series for a chart, the most frequent value first. Days without requests count 0.
 *
 * @param days the number of days, the last of which is `today`
 * @param today `YYYY-MM-DD` in the project's time zone
 */
export function usageDays(
  calls: readonly FlagCalls[],
  count: UsageCount,
  { days, today }: { readonly days: number; readonly today: string },
  locale?: string,
): UsageDays {
  const dates = Array.from({ length: days }, (_, index) => {
    const time = Date.parse(`${today}T00:00:00Z`) - (days - 1 - index) * DAY_MS;
    return new Date(time).toISOString().slice(0, 10);
  });
  const responses = [...new Set(calls.map(({ response }) => response))];
  const series = responses.map((response) => {
    const rows = calls.filter((row) => row.response === response);
    const byDay = new Map(rows.map((row) => [row.day, row[count]]));
    const values = dates.map((date) => byDay.get(date) ?? 0);
    const total = values.reduce((sum, value) => sum + value, 0);
    return { key: response, label: response === '' ? '(no value)' : response, values, total };
  });
  return {
    buckets: dates.map((date) => bucketWords(date, undefined, 'day', locale)),
    series: series
      .toSorted((a, b) => b.total - a.total)
      .map((entry, look) => ({ ...entry, look, isBefore: false })),
  };
}
