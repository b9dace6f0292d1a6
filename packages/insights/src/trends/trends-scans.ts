import type { TrendsQuery } from '@tidemark/contracts';
import { readBreakdown } from '../breakdown/parts';
import type { BreakdownPlan } from '../breakdown/parts';
import { previousPeriod } from '../date-range/previous-period';
import { rangeOfQuery } from '../date-range/range-of-query';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import { checkWarehouseSeries } from '../series/check-warehouse-series';
import { filtersOfRows } from '../series/filters-of-rows';
import { queryFilters } from '../series/query-filters';
import { isWarehouseSeries } from '../series/warehouse-series';
import { displayOf, showsTotals } from './display';
import type { Line, Period } from './lines';
import { planLines } from './plan-lines';
import type { ScannedLines } from './plan-scans';
import { planScans } from './plan-scans';

/** What a trends query reads, before it is decided what is made of it. */
export interface TrendsScans {
  readonly periods: readonly [Period, ...Period[]];
  readonly breakdown: BreakdownPlan;
  readonly lines: readonly Line[];
  readonly scans: readonly ScannedLines[];
}

/** @throws InsightError for a query that makes no sense */
export function trendsScans(query: TrendsQuery, context: InsightContext): TrendsScans {
  if (query.series.length === 0) {
    throw new InsightError('Trends need at least one series', 'series');
  }
  const periods = periodsOf(query, context);
  if (periods[0].range.daysOfWeek !== null && (query.trendsFilter?.smoothingIntervals ?? 1) > 1) {
    throw new InsightError(
      'Days of the week cannot be chosen for smoothed values',
      'dateRange.daysOfWeek',
    );
  }
  const breakdown = readBreakdown(query.breakdownFilter, context.pathCleaning);
  checkWarehouseSeries(query.series, breakdown);
  const names = periods.map(({ name }) => name);
  const lines = planLines(query, breakdown, names, context);
  const filters = queryFilters(query, context);
  // Whole rows of tables are read, whoever they are of.
  const ofTables = queryFilters({ properties: filtersOfRows(query.properties) }, context);
  const scans = periods.flatMap(({ name, range }) => {
    const own = lines.filter((line) => line.period === name);
    const given = { period: name, range, breakdown };
    return [
      ...planScans(
        query,
        own.filter(({ node }) => !isWarehouseSeries(node)),
        { ...given, filters },
      ),
      ...own
        .filter(({ node }) => isWarehouseSeries(node))
        .flatMap((line) => planScans(query, [line], { ...given, filters: ofTables })),
    ];
  });
  return { periods, breakdown, lines, scans };
}

/** The range, and the one it is compared with. */
function periodsOf(query: TrendsQuery, context: InsightContext): readonly [Period, ...Period[]] {
  const range = rangeOfQuery(
    query.dateRange,
    showsTotals(query) ? 'day' : (query.interval ?? 'day'),
    context,
    { exact: displayOf(query) === 'BoldNumber', hasDaysOfWeek: true },
  );
  const current: Period = { name: 'current', range };
  const { compareFilter } = query;
  if (compareFilter?.compare !== true || query.dateRange?.date_from === 'all') return [current];
  return [current, { name: 'previous', range: previousPeriod(range, compareFilter.compare_to) }];
}
