import type { AlertConfig } from '@tidemark/contracts';
import { isObject } from '../../json/json-object';
import { AlertError } from '../alert-error';
import type { AlertPoint, AlertSeries } from '../series';
import type { LatestIntervals } from './latest-intervals';

type TrendsConfig = Extract<AlertConfig, { type: 'TrendsAlertConfig' }>;

/** An empty result: 0, in the interval before too, so that nothing has changed. */
export function noEvents(
  intervals: LatestIntervals | null,
  checksOngoing: boolean | null | undefined,
): AlertSeries {
  const { ongoing, complete, before } = intervals ?? {
    ongoing: null,
    complete: null,
    before: null,
  };
  const latest = checksOngoing === true ? [complete, ongoing] : [before, complete];
  return { points: latest.map((at) => ({ at, value: 0 })), current: 1 };
}

/**
 * The series of a trends response that an alert watches: one, or those of all breakdown values.
 * @param intervals null for totals
 * @throws AlertError if the query has no such series
 */
export function readTrends(
  results: unknown,
  config: TrendsConfig,
  intervals: LatestIntervals | null,
): readonly AlertSeries[] {
  const checksOngoing = config.check_ongoing_interval;
  const lines = currentPeriod(results).filter(isObject);
  if (lines.length === 0) return [noEvents(intervals, checksOngoing)];
  const index = config.series_index ?? 0;
  const own = lines.filter(({ order }) => order === index);
  if (own.length > 0) return own.map((line) => seriesOf(line, checksOngoing, intervals));
  if (lines.some((line) => 'breakdown_value' in line)) return [noEvents(intervals, checksOngoing)];
  throw new AlertError(`The insight has no series with the index ${index}.`);
}

/** The rows of a response without those of the compared (previous) period. */
export function currentPeriod(results: unknown): readonly unknown[] {
  if (!Array.isArray(results)) throw new AlertError('The insight has returned no series.');
  return (results as unknown[]).filter(
    (row) => !isObject(row) || row['compare_label'] !== 'previous',
  );
}

/**
 * A line over time, or one total. The last point is the current interval, unless the query leaves it out: because it is
 * not complete yet, or because its weekday is not chosen.
 */
export function seriesOf(
  line: Readonly<Record<string, unknown>>,
  checksOngoing: boolean | null | undefined,
  intervals: LatestIntervals | null,
): AlertSeries {
  const days = Array.isArray(line['days']) ? (line['days'] as unknown[]) : [];
  const data = Array.isArray(line['data']) ? (line['data'] as unknown[]) : [];
  if (data.length === 0) {
    return { points: [{ at: null, value: numberOf(line['aggregated_value']) }], current: 0 };
  }
  const points = data.map((value, index): AlertPoint => {
    const day = days[index];
    return { at: typeof day === 'string' ? day : null, value: numberOf(value) };
  });
  const last = points.length - 1;
  const isOngoing = intervals !== null && (points[last]?.at ?? '') >= intervals.ongoing;
  return { points, current: isOngoing && checksOngoing !== true ? last - 1 : last };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
