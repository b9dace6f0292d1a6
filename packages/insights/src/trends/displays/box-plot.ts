import type { TrendsQuery } from '@tidemark/contracts';
import type { Axis } from '../../date-range/axis';
import { axisOf } from '../../date-range/axis';
import { resolvedOf } from '../../date-range/resolved';
import type { InsightContext } from '../../insight/context';
import type { InsightPlan, ResolvedDateRange, Rows } from '../../insight/plan';
import { entityName } from '../../series/entity';
import { isWarehouseSeries, overTable } from '../../series/warehouse-series';
import type { Line } from '../plan/lines';
import { trendsScans } from '../plan/scans';
import { trendsPlan } from '../plan/trends-plan';
import { boxStatement } from './box-plot-statement';

/** The distribution of the numbers of a series in a bucket; all 0 if there are none. */
interface Box {
  readonly day: string;
  readonly label: string;
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly max: number;
  readonly mean: number;
  readonly series_index: number;
  readonly series_label: string;
}

interface BoxPlotResponse {
  /** The boxes of each series, bucket by bucket. */
  readonly results: readonly Box[];
  readonly hasMore: false;
  readonly resolved_date_range: ResolvedDateRange;
}

/** Trends as box plots: each series needs a property. Comparison and breakdowns do not apply. @throws InsightError */
export function planBoxPlot(
  query: TrendsQuery,
  context: InsightContext,
): InsightPlan<BoxPlotResponse> {
  const plain = { ...query, compareFilter: null, breakdownFilter: null };
  const plan = trendsPlan(plain, context);
  const scanned = trendsScans(plan)
    .flatMap(({ scan, lines }) => lines.map((line) => ({ scan, line })))
    .sort((one, other) => one.line.index - other.line.index);
  const { range } = plan.periods[0];
  const axis = axisOf(range);
  return {
    statements: scanned.map(({ scan, line }) => {
      const statement = boxStatement(line, scan);
      return isWarehouseSeries(line.node) ? overTable(statement, line.node) : statement;
    }),
    shape: (rows) => ({
      results: scanned.flatMap(({ line }, at) => boxesOf(rows[at] ?? [], line, axis, context)),
      hasMore: false,
      resolved_date_range: resolvedOf(range),
    }),
  };
}

function boxesOf(rows: Rows, { node, index }: Line, axis: Axis, context: InsightContext): Box[] {
  const boxes = (rows[0]?.[0] ?? []) as Rows;
  const found = new Map(boxes.map(([key, ...values]) => [String(key), values.map(Number)]));
  const name = node.custom_name ?? entityName(node, context);
  return axis.keys.map((key, at) => {
    const [min = 0, p25 = 0, median = 0, p75 = 0, max = 0, mean = 0] = found.get(key) ?? [];
    return {
      day: axis.days[at] ?? '',
      label: axis.labels[at] ?? '',
      min,
      p25,
      median,
      p75,
      max,
      mean,
      series_index: index,
      series_label: `${name} - ${node.math_property ?? ''}`,
    };
  });
}
