import type { TrendsQuery } from '@tidemark/contracts';
import { previousPeriod } from '../date-range/previous-period';
import { rangeOfQuery } from '../date-range/range-of-query';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import type { InsightPlan } from '../insight-plan';
import { queryFilters } from '../series/query-filters';
import { DEFAULT_BREAKDOWN_LIMIT } from '../breakdown/markers';
import { readBreakdown } from '../breakdown/parts';
import { withBreakdown, withoutBreakdown } from '../sql/compose-lines';
import { defaultLimitOf, displayOf, isCumulative, showsTotals } from './display';
import type { Period } from './lines';
import { planLines } from './plan-lines';
import { planScans } from './plan-scans';
import type { TrendsAnswer } from './shape/answer';
import { trendsAnswer } from './shape/answer';
import { sourcesOf } from './sources/choose-source';

/**
 * TrendsQuery: what to run, and how rows become the answer (`wire/insights.md` §3).
 *
 * @throws InsightError for a query that makes no sense
 */
export function planTrends(query: TrendsQuery, context: InsightContext): InsightPlan<TrendsAnswer> {
  if (query.series.length === 0) {
    throw new InsightError('Trends need at least one series', 'series');
  }
  const periods = periodsOf(query, context);
  const breakdown = readBreakdown(query.breakdownFilter);
  const lines = planLines(
    query,
    breakdown,
    periods.map(({ name }) => name),
    context,
  );
  const filters = queryFilters(query, context);
  const sources = periods
    .flatMap(({ name, range }) =>
      planScans(
        query,
        lines.filter((line) => line.period === name),
        { period: name, range, filters, breakdown },
      ),
    )
    .flatMap((scanned) => sourcesOf(scanned.lines, scanned.scan, isCumulative(query)));
  const limit =
    query.breakdownFilter?.breakdown_limit ?? defaultLimitOf(query, DEFAULT_BREAKDOWN_LIMIT);
  const composed =
    breakdown.kind === 'properties'
      ? () => withBreakdown(sources, { limit, parts: breakdown.parts.length })
      : () => withoutBreakdown(sources);
  return {
    statements: sources.length === 0 ? [] : [composed()],
    answer: ([rows = []]) => trendsAnswer({ query, context, periods, breakdown, lines, rows }),
  };
}

/** The range, and the one it is compared with. */
function periodsOf(query: TrendsQuery, context: InsightContext): readonly [Period, ...Period[]] {
  const range = rangeOfQuery(
    query.dateRange,
    showsTotals(query) ? 'day' : (query.interval ?? 'day'),
    context,
    displayOf(query) === 'BoldNumber',
  );
  const current: Period = { name: 'current', range };
  const { compareFilter } = query;
  if (compareFilter?.compare !== true || query.dateRange?.date_from === 'all') return [current];
  return [current, { name: 'previous', range: previousPeriod(range, compareFilter.compare_to) }];
}
