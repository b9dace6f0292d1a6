import type { CalendarHeatmapQuery } from '@tidemark/contracts';
import { rangeOfQuery } from '../date-range/range-of-query';
import { resolvedOf } from '../date-range/resolved';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import type { InsightPlan, ResolvedDateRange, Rows } from '../insight/plan';
import { unsampled } from '../series/query-filters';
import { ALL, heatmapStatement } from './statement';

/** Rows are days of the week, 1 = Monday; columns are hours. Zeros are left out. */
export interface CalendarHeatmapResponse {
  readonly results: {
    readonly data: readonly { row: number; column: number; value: number }[];
    readonly rowAggregations: readonly { row: number; value: number }[];
    readonly columnAggregations: readonly { column: number; value: number }[];
    readonly allAggregations: number;
  };
  readonly hasMore: false;
  readonly resolved_date_range: ResolvedDateRange;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** CalendarHeatmapQuery: the number of events by hour and day of the week. @throws InsightError */
export function planCalendarHeatmap(
  query: CalendarHeatmapQuery,
  context: InsightContext,
): InsightPlan<CalendarHeatmapResponse> {
  const [node] = query.series;
  if (node?.kind === 'ActionsNode' && !context.actionNames.has(node.id)) {
    throw new InsightError(`Action ${node.id} does not exist`, 'series.0.id');
  }
  const range = rangeOfQuery(query.dateRange, 'day', context, { hasDaysOfWeek: true });
  const isOfUsers = node?.math === 'dau';
  return {
    statements: [heatmapStatement(query, range, context)],
    shape: ([rows = []]) => {
      const cells = cellsOf(rows, query.samplingFactor);
      const all = isOfUsers ? cells : [...cells, ...sumsOf(cells)];
      return {
        results: resultsOf(all),
        hasMore: false,
        resolved_date_range: resolvedOf(range),
      };
    },
  };
}

function cellsOf(rows: Rows, factor: number | null | undefined): Cell[] {
  return rows
    .map(([row, column, value]) => ({
      row: Number(row),
      column: Number(column),
      value: unsampled(Number(value), factor),
    }))
    .sort((one, other) => one.row - other.row || one.column - other.column);
}

function sumsOf(cells: readonly Cell[]): Cell[] {
  const sums = new Map<string, Cell>();
  for (const { row, column, value } of cells) {
    for (const [of, at] of [
      [row, ALL],
      [ALL, column],
      [ALL, ALL],
    ] as const) {
      const key = `${of} ${at}`;
      sums.set(key, { row: of, column: at, value: (sums.get(key)?.value ?? 0) + value });
    }
  }
  return [...sums.values()].sort((one, other) => one.row - other.row || one.column - other.column);
}

function resultsOf(cells: readonly Cell[]): CalendarHeatmapResponse['results'] {
  const rows = cells.filter(({ row, column }) => row !== ALL && column === ALL);
  const columns = cells.filter(({ row, column }) => row === ALL && column !== ALL);
  return {
    data: cells.filter(({ row, column }) => row !== ALL && column !== ALL),
    rowAggregations: rows.map(({ row, value }) => ({ row, value })),
    columnAggregations: columns.map(({ column, value }) => ({ column, value })),
    allAggregations: cells.find(({ row, column }) => row === ALL && column === ALL)?.value ?? 0,
  };
}
