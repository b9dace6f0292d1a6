import { bucketWords } from '../bucket-words';
import type { BucketWords } from '../bucket-words';
import { counted } from '../numbers';
import type { ExperimentMetric, StatsConfig } from './experiment';
import { shapeResult } from './results';

/** The response of `timeseries_results/` (`docs/wire/experiments.md#time-series`). */
export interface TimeSeries {
  readonly timeseries: Readonly<Record<string, object | null>>;
  readonly errors: Readonly<Record<string, string>> | null;
  readonly recalculation_status: 'pending' | 'in_progress' | null;
}

/** A line of the chart: the change of a variant, or an end of its interval. */
interface ChangeLine {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  readonly look: number;
  /** The ends of an interval are drawn thin. */
  readonly isBefore: boolean;
  readonly total: number;
}

export interface ChangeOverTime {
  readonly buckets: readonly BucketWords[];
  readonly series: readonly ChangeLine[];
}

/**
 * The change of each variant by day, with the ends of its interval. Days without a result, and days on which a variant
 * had too little data for an interval, are left out.
 */
export function changeOverTime(
  metric: ExperimentMetric,
  stats: StatsConfig | null,
  { timeseries }: Pick<TimeSeries, 'timeseries'>,
): ChangeOverTime {
  const days = Object.entries(timeseries)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([day, result]) => {
      if (result === null) return [];
      const { rows } = shapeResult(metric, stats, result).total;
      const variants = rows.filter((row) => !row.isBaseline);
      const isShown = variants.every(
        ({ interval, change }) => interval !== null && change !== null,
      );
      return isShown ? [{ day, variants }] : [];
    });
  const keys = days[0]?.variants.map(({ key }) => key) ?? [];
  const series = keys.flatMap((key, at) => {
    const line = (name: string, value: (row: (typeof days)[0]['variants'][0]) => number) => ({
      key: `${key} ${name}`,
      label: name === '' ? key : `${key}: ${name}`,
      values: days.flatMap(({ variants }) => variants.filter((row) => row.key === key).map(value)),
      look: at,
      isBefore: name !== '',
      total: 0,
    });
    return [
      line('', ({ change }) => change ?? 0),
      line('interval from', ({ interval }) => interval?.[0] ?? 0),
      line('interval to', ({ interval }) => interval?.[1] ?? 0),
    ];
  });
  return { buckets: days.map(({ day }) => bucketWords(day, undefined, 'day')), series };
}

/** Ended days without a result, in a sentence; null if there are none. The last day is that of today while it runs. */
export function missingWords(
  { timeseries, errors }: Pick<TimeSeries, 'timeseries' | 'errors'>,
  isRunning: boolean,
): string | null {
  const days = Object.keys(timeseries).toSorted();
  const ended = isRunning ? days.slice(0, -1) : days;
  const missing = ended.filter((day) => (timeseries[day] ?? null) === null);
  if (missing.length === 0) return null;
  const [reason] = missing.flatMap((day) => errors?.[day] ?? []);
  const words = `${counted(missing.length, 'day')} of ${ended.length} ${missing.length === 1 ? 'has' : 'have'} no result.`;
  return reason === undefined ? words : `${words} ${reason}`;
}
