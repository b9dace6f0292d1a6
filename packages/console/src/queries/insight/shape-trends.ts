import type { BucketWords } from '../bucket-words';
import { bucketWords } from '../bucket-words';
import type { ResponseFields } from './response-fields';
import { isRangeRunning, rangeOf } from './response-fields';
import { breakdownWords, seriesName } from './series-names';
import type { TrendsQuery } from './types';

/** A line of trends, as charts and tables show it. */
export interface TrendSeries {
  /** Unique within one response. */
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  /** Starts of the buckets as the wire writes them, for `InsightActorsQuery`. */
  readonly days: readonly string[];
  /** What the whole line is in one number: the total, or the value of displays without buckets. */
  readonly total: number;
  readonly compare: 'current' | 'previous' | null;
  /** As the wire writes it; undefined without a breakdown. */
  readonly breakdown: unknown;
  /** Index of the series in the query; null for a formula, which no event lies behind. */
  readonly seriesIndex: number | null;
  /** Lines that belong together, as those of two periods that are compared, have the same. */
  readonly look: number;
}

export interface TrendsShape {
  readonly series: readonly TrendSeries[];
  /** Names of the buckets. */
  readonly buckets: readonly BucketWords[];
  /** Whether the last bucket has not ended: its numbers grow. */
  readonly isLastRunning: boolean;
  /** The range that the server computed; null if the response has none. */
  readonly range: { readonly date_from: string; readonly date_to: string } | null;
  /** Whether breakdown values beyond the limit are in one line. */
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

/** Makes series of a response to a `TrendsQuery`. */
export function shapeTrends(query: TrendsQuery, response: ResponseFields): TrendsShape {
  const lines = Array.isArray(response.results) ? (response.results as readonly Line[]) : [];
  const looks = [...new Set(lines.map(identityOf))];
  const series = lines.map((line, index) => ({
    ...seriesOf(query, line, index),
    look: looks.indexOf(identityOf(line)),
  }));
  const current = lines.find((line) => line.compare_label !== 'previous') ?? lines[0];
  return {
    series,
    buckets: (current?.days ?? []).map((day, index) =>
      bucketWords(String(day), current?.labels?.[index], query.interval ?? 'day'),
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
