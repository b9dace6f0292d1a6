import type { Expr } from '@tidemark/hogql';
import { breakdownValues } from '../../breakdown/value-expr';
import type { DateRange } from '../../date-range/date-range';
import { ast } from '../../hogql-builders/ast';
import { filtersOfRows } from '../../series/filters-of-rows';
import { inRange, queryFilters } from '../../series/query-filters';
import { isWarehouseSeries } from '../../series/warehouse-series';
import { showsTotals } from './display';
import type { Line } from './lines';
import { ROLLING_DAYS, isRolling, mathOf } from './math';
import type { Period, PeriodName } from './periods';
import type { TrendsPlan } from './trends-plan';

/** The rows that all lines of a period read, and how they are split. */
export interface Scan {
  readonly period: PeriodName;
  readonly range: DateRange;
  /** Time, filters of the whole query, sampling. */
  readonly where: Expr;
  /** The same without time, for maths that look beyond the range; null when there are none. */
  readonly filters: Expr | null;
  /** False for totals: all rows are one bucket. */
  readonly hasBuckets: boolean;
  /** A list of texts per event; null without a breakdown by properties. */
  readonly breakdown: Expr | null;
  /** Null for persons. */
  readonly groupTypeIndex: number | null;
}

/** The bucket of a scan without buckets. */
export const TOTAL = 'total';

/** Lines that read the same rows. */
export interface ScannedLines {
  readonly scan: Scan;
  readonly lines: readonly Line[];
}

/** Which group a line counts; the series' own index goes before the query's. Null for persons. */
export function countedGroup(
  { node }: Pick<Line, 'node'>,
  { groupTypeIndex }: Pick<Scan, 'groupTypeIndex'>,
): number | null {
  return node.math_group_type_index ?? groupTypeIndex;
}

/** What the lines of a plan read, and which of them read the same. @throws InsightError */
export function trendsScans(plan: TrendsPlan): ScannedLines[] {
  const { query, context, periods, lines } = plan;
  const filters = queryFilters(query, context);
  // Rows of tables are not sampled, and only filters on their own columns apply to them.
  const ofTables = queryFilters({ properties: filtersOfRows(query.properties) }, context);
  return periods.flatMap((period) => {
    const own = lines.filter((line) => line.period === period.name);
    const ofEvents = own.filter(({ node }) => !isWarehouseSeries(node));
    const tables = own.filter(({ node }) => isWarehouseSeries(node));
    return [
      ...scansOf(ofEvents, period, filters, plan),
      ...tables.flatMap((line) => scansOf([line], period, ofTables, plan)),
    ];
  });
}

/**
 * Which lines of a period read the same rows: all, but for totals of active users, whose days are those
 * before the end of the range (`docs/wire/insights-trends.md#display-active-users`).
 */
function scansOf(
  lines: readonly Line[],
  { name: period, range }: Period,
  filters: Expr | null,
  { query, breakdown }: TrendsPlan,
): ScannedLines[] {
  const hasBuckets = !showsTotals(query);
  const scanOf = (read: DateRange, condition: Expr | null = null): Scan => {
    const where = ast.and([inRange(read), ...(filters === null ? [] : [filters])]);
    const binned = condition === null ? where : ast.and([where, condition]);
    return {
      period,
      range: read,
      where,
      filters,
      hasBuckets,
      breakdown: breakdown.kind === 'properties' ? breakdownValues(breakdown.parts, binned) : null,
      groupTypeIndex: query.aggregation_group_type_index ?? null,
    };
  };
  if (breakdown.kind === 'properties' && breakdown.parts.some(({ bins }) => bins !== null)) {
    // The bins of a series are laid out by its own values.
    return lines.map((line) => ({ scan: scanOf(range, line.condition), lines: [line] }));
  }
  const usual: Line[] = [];
  const own: ScannedLines[] = [];
  for (const line of lines) {
    const math = mathOf(line);
    if (hasBuckets || !isRolling(math)) {
      usual.push(line);
      continue;
    }
    const readFrom = range.to.minus({ days: ROLLING_DAYS[math] });
    own.push({ scan: scanOf({ ...range, readFrom }), lines: [line] });
  }
  return usual.length === 0 ? own : [{ scan: scanOf(range), lines: usual }, ...own];
}
