import type { TrendsQuery } from '@tidemark/contracts';
import type { DateTime } from 'luxon';
import { bucketStarts } from '../../date-range/buckets';
import { utcText } from '../../date-range/iso-text';
import { rangeOfQuery } from '../../date-range/range-of-query';
import { addIntervals } from '../../date-range/zoned';
import type { InsightContext } from '../../insight/context';
import { localNow } from '../../insight/context';
import type { InsightPlan } from '../../insight/plan';
import { planTrends } from '../plan-trends';
import { isRolling } from '../plan/math';
import { filterEcho } from '../response/filter-echo';
import type { TrendsResult } from '../response/line-results';
import type { TrendsResponse } from '../response/trends-response';

/** A line of two points, and whether the period of the second is not over yet. */
type Slope = TrendsResult & { readonly incomplete_end: boolean };

type SlopeGraphResponse = Omit<TrendsResponse, 'results'> & {
  readonly results: readonly Slope[];
};

/**
 * The change from the first bucket of the range to the last. Only events of these two are read and counted; there is
 * no comparison or smoothing. @throws InsightError
 */
export function planSlopeGraph(
  query: TrendsQuery,
  context: InsightContext,
): InsightPlan<SlopeGraphResponse> {
  const interval = query.interval ?? 'day';
  const range = rangeOfQuery(query.dateRange, interval, context, { hasDaysOfWeek: true });
  const starts = bucketStarts(range);
  const [first = range.from, last = first] = [starts[0], starts.at(-1)];
  const next = (start: DateTime): DateTime => addIntervals(start, interval, 1);
  // Active users of a bucket depend on the buckets between.
  const looksBack = query.series.some(({ math }) => isRolling(math ?? 'total'));
  const ends = `${between(first, next(first))} or ${between(last, next(last))}`;
  const { statements, shape } = planTrends(
    {
      ...query,
      compareFilter: null,
      trendsFilter: {
        ...query.trendsFilter,
        display: 'ActionsLineGraph',
        smoothingIntervals: null,
      },
      ...(!looksBack && { properties: withEnds(query.properties, ends) }),
    },
    context,
  );
  const now = localNow(context);
  const isOpen = last <= now && now < next(last);
  return {
    statements,
    shape: (rows) => {
      const { results, ...rest } = shape(rows);
      const filter = filterEcho(query, range);
      return { ...rest, results: results.map((line) => slopeOf(line, filter, isOpen)) };
    },
  };
}

function between(from: DateTime, to: DateTime): string {
  const time = (at: DateTime): string => `toDateTime('${utcText(at)}')`;
  return `(timestamp >= ${time(from)} and timestamp < ${time(to)})`;
}

function withEnds(own: TrendsQuery['properties'], ends: string): TrendsQuery['properties'] {
  const filter = { type: 'hogql', key: ends };
  if (own === null || own === undefined) return [filter];
  if (Array.isArray(own)) return [...own, filter];
  return { type: 'AND', values: [own, { type: 'AND', values: [filter] }] };
}

function slopeOf(line: TrendsResult, filter: TrendsResult['filter'], isOpen: boolean): Slope {
  return {
    ...line,
    data: line.data === null ? null : endsOf(line.data),
    days: endsOf(line.days),
    ...(line.labels !== undefined && { labels: endsOf(line.labels) }),
    filter,
    incomplete_end: isOpen,
  };
}

function endsOf<T>(values: readonly T[]): readonly T[] {
  return values.length > 2 ? [...values.slice(0, 1), ...values.slice(-1)] : values;
}
