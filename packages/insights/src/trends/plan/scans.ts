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

/** The rows that all lines of a period read, with their buckets and breakdown. */
export interface Scan {
  readonly period: PeriodName;
  readonly range: DateRange;
  /** The conditions on time, the filters of the whole query, and sampling. */
  readonly where: Expr;
  /** The conditions of `where` without time, for maths that read events outside the range; null if there are none. */
  readonly filters: Expr | null;
  /** False for totals: all rows are one bucket. */
  readonly hasBuckets: boolean;
  /** A list of texts per event; null without a breakdown by properties. */
  readonly breakdown: Expr | null;
  /** Null for persons. */
  readonly groupTypeIndex: number | null;
}

/** The key of the only bucket in a scan without buckets. */
export const TOTAL = 'total';

/** Lines that read the same rows. */
export interface ScannedLines {
  readonly scan: Scan;
  readonly lines: readonly Line[];
}

/** The group type that a line counts; the series' own index takes precedence over the query's. Null for persons. */
export function countedGroup(
  { node }: Pick<Line, 'node'>,
  { groupTypeIndex }: Pick<Scan, 'groupTypeIndex'>,
): number | null {
  return node.math_group_type_index ?? groupTypeIndex;
}

/** The scans of a plan, each with the lines that share it. @throws InsightError */
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
 * Groups the lines of a period that read the same rows: all lines, except those for totals of active users, whose
 * days are those before the end of the range (`docs/wire/insights-trends.md#display-active-users`).
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
    // The bins of a series depend on its own values.
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
