type Document = Readonly<Record<string, unknown>>;

/** The stored result of a metric for one day. */
export interface DailyResult {
  /** `YYYY-MM-DD` in the time zone of the project. */
  readonly day: string;
  /** Null if the calculation failed. */
  readonly result: Document | null;
  /** Null if it did not fail. */
  readonly error: string | null;
}

/** `pending`: no day is stored; `partial`: some days are; `failed`: none succeeded. */
export type TimeSeriesStatus = 'pending' | 'partial' | 'completed' | 'failed';

/** A time series in the shape of `timeseries_results/` (`docs/wire/experiments.md#time-series`). */
export interface TimeSeries {
  readonly status: TimeSeriesStatus;
  /** By day; null for days without a result. */
  readonly timeseries: Readonly<Record<string, Document | null>>;
  /** By day; null if no day failed. */
  readonly errors: Readonly<Record<string, string>> | null;
}

/** Puts stored results on the days of an experiment; results of other days are left out. */
export function timeSeries(days: readonly string[], stored: readonly DailyResult[]): TimeSeries {
  const byDay = new Map(stored.map((result) => [result.day, result]));
  const found = days.map((day) => byDay.get(day)).filter((result) => result !== undefined);
  const failed = found.flatMap(({ day, error }) => (error === null ? [] : [[day, error] as const]));
  const completed = found.length - failed.length;
  return {
    status: statusOf({ days: days.length, completed, failed: failed.length }),
    timeseries: Object.fromEntries(days.map((day) => [day, byDay.get(day)?.result ?? null])),
    errors: failed.length === 0 ? null : Object.fromEntries(failed),
  };
}

function statusOf(count: {
  readonly days: number;
  readonly completed: number;
  readonly failed: number;
}): TimeSeriesStatus {
  if (count.completed + count.failed === 0) return 'pending';
  if (count.completed === 0) return 'failed';
  return count.completed === count.days ? 'completed' : 'partial';
}
