import type { BucketWords } from '../bucket-words';
import { bucketWords } from '../bucket-words';
import { exactDays } from './exact-days';
import type { ResponseFields } from './response-fields';
import { isRangeRunning, rangeOf } from './response-fields';
import { breakdownWords, seriesName } from './series-names';
import type { TrendsQuery } from './types';

/** A series of a trends response, for charts and tables. */
export interface TrendSeries {
  /** Unique within one response. */
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  /** The starts of the buckets, for `InsightActorsQuery`. */
  readonly days: readonly string[];
  /** The number for the whole series: the total, or the value of a display without buckets. */
  readonly total: number;
  readonly compare: 'current' | 'previous' | null;
  /** The breakdown value in the wire format; undefined without a breakdown. */
  readonly breakdown: unknown;
  /** The index of the series in the query; null for a formula, which has no actors. */
  readonly seriesIndex: number | null;
  /** The index of the colour. The two compared periods of a series share it. */
  readonly look: number;
}

export interface TrendsShape {
  readonly series: readonly TrendSeries[];
  /** The texts of the buckets. */
  readonly buckets: readonly BucketWords[];
  /** Whether the last bucket has not ended yet, so that its values can still grow. */
  readonly isLastRunning: boolean;
  /** The range that the server computed with; null if the response does not contain it. */
  readonly range: { readonly date_from: string; readonly date_to: string } | null;
  /** Whether there are more breakdown values than the limit. */
  readonly hasMore: boolean;
}

interface Line {
  readonly label?: string;
  readonly order?: number;
  readonly count?: number;
  readonly data?: readonly (number | null)[] | null;
  readonly days?: readonly (string | number)[];
  readonly labels?: readonly string[];
  readonly aggregated_value?: number | null;
  readonly breakdown_value?: unknown;
  readonly compare_label?: string;
  readonly action?: unknown;
}

/** Converts the response to a `TrendsQuery` into series. */
export function shapeTrends(query: TrendsQuery, response: ResponseFields): TrendsShape {
  const lines = Array.isArray(response.results) ? (response.results as readonly Line[]) : [];
  const looks = [...new Set(lines.map(identityOf))];
  const current = lines.find((line) => line.compare_label !== 'previous') ?? lines[0];
  // All lines of the current period have the same buckets.
  const days = exactDays((current?.days ?? []).map(String), query.interval, response);
  const series = lines.map((line, index) => ({
    ...seriesOf(query, line, index),
    ...(line.compare_label === 'previous' ? {} : { days: line.days === undefined ? [] : days }),
    look: looks.indexOf(identityOf(line)),
  }));
  return {
    series,
    buckets: days.map((day, index) =>
      bucketWords(day, current?.labels?.[index], query.interval ?? 'day'),
    ),
    isLastRunning: isRangeRunning(response),
    range: rangeOf(response),
    hasMore: response.hasMore === true,
  };
}

/** The identity of a line, which is the same in both compared periods. */
function identityOf({ order, breakdown_value, label }: Line): string {
  return JSON.stringify([order, breakdown_value, label]);
}

function seriesOf(query: TrendsQuery, line: Line, index: number): Omit<TrendSeries, 'look'> {
  const values = (line.data ?? []).map((value) => value ?? 0);
  const compare =
    line.compare_label === 'current' || line.compare_label === 'previous'
      ? line.compare_label
      : null;
  const isFormula = line.action === null || line.action === undefined;
  return {
    key: `${index}`,
    label: labelOf(query, line, compare, isFormula),
    values,
    days: (line.days ?? []).map(String),
    total: line.aggregated_value ?? line.count ?? 0,
    compare,
    breakdown: line.breakdown_value,
    seriesIndex: isFormula ? null : (line.order ?? 0),
  };
}

/** The label of several breakdown values, after the name of the series if the query has more than one. */
function valuesLabel(
  { series }: TrendsQuery,
  node: TrendsQuery['series'][number] | undefined,
  values: readonly unknown[],
): string {
  const words = breakdownWords(values);
  return series.length > 1 && node !== undefined ? `${seriesName(node)} - ${words}` : words;
}

function labelOf(
  query: TrendsQuery,
  line: Line,
  compare: TrendSeries['compare'],
  isFormula: boolean,
): string {
  const node = query.series[line.order ?? 0];
  const hasBreakdown = line.breakdown_value !== undefined;
  const own = isFormula || hasBreakdown || node === undefined ? line.label : seriesName(node);
  const values = !isFormula && Array.isArray(line.breakdown_value) ? line.breakdown_value : null;
  const label = values === null ? breakdownWords(own) : valuesLabel(query, node, values);
  return compare === 'previous' ? `${label} (before)` : label;
}
