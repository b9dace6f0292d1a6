import type { AlertConfig } from '@tidemark/contracts';
import { isObject } from '../../json/json-object';
import { AlertError } from '../alert-error';
import type { AlertPoint, AlertSeries } from '../series';

type TrendsConfig = Extract<AlertConfig, { type: 'TrendsAlertConfig' }>;

/** An empty result: 0, in the interval before too, so that nothing has changed. */
export const NO_EVENTS: AlertSeries = {
  points: [
    { at: null, value: 0 },
    { at: null, value: 0 },
  ],
  current: 1,
};

/**
 * The series of a trends response that an alert watches: one, or those of all breakdown values.
 * @throws AlertError if the query has no such series
 */
export function readTrends(results: unknown, config: TrendsConfig): readonly AlertSeries[] {
  const lines = currentPeriod(results).filter(isObject);
  if (lines.length === 0) return [NO_EVENTS];
  const index = config.series_index ?? 0;
  const own = lines.filter(({ order }) => order === index);
  if (own.length > 0) return own.map((line) => seriesOf(line, config.check_ongoing_interval));
  if (lines.some((line) => 'breakdown_value' in line)) return [NO_EVENTS];
  throw new AlertError(`The insight has no series with the index ${index}.`);
}

/** The rows of a response without those of the compared (previous) period. */
export function currentPeriod(results: unknown): readonly unknown[] {
  if (!Array.isArray(results)) throw new AlertError('The insight has returned no series.');
  return (results as unknown[]).filter(
    (row) => !isObject(row) || row['compare_label'] !== 'previous',
  );
}

/** A line over time, or one total. The last interval of a line is not complete yet. */
export function seriesOf(
  line: Readonly<Record<string, unknown>>,
  checksOngoing: boolean | null | undefined,
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
  return { points, current: checksOngoing === true ? last : Math.max(0, last - 1) };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
