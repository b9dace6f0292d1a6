import type { TrendsQuery } from '@tidemark/contracts';
import type { BreakdownPlan } from '../../breakdown/parts';
import type { LineValues } from '../../breakdown/read-lines';
import type { Axis } from '../../date-range/axis';
import type { InsightContext } from '../../insight/context';
import { entityName } from '../../series/entity';
import { isWarehouseSeries } from '../../series/warehouse-series';
import { isCumulative, showsTotals } from '../plan/display';
import type { Line } from '../plan/lines';
import { TOTAL } from '../plan/scans';
import { breakdownLabel, breakdownValueOf } from './breakdown-value';
import { accumulated, scaled, smoothed } from './scale';

/** One line of a trends response (`docs/wire/insights-trends.md#trends-line`). */
export interface TrendsResult {
  readonly action: Readonly<Record<string, unknown>> | null;
  readonly label: string;
  readonly count: number;
  readonly data: readonly number[] | null;
  readonly days: readonly string[];
  /** Absent for totals. */
  readonly labels?: readonly string[];
  readonly aggregated_value?: number;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly order: number;
  readonly breakdown_value?: string | number | readonly string[];
  readonly compare?: true;
  readonly compare_label?: 'current' | 'previous';
}

/** The fields that all lines of a period share. */
export interface LineShape {
  readonly query: TrendsQuery;
  readonly context: InsightContext;
  readonly plan: BreakdownPlan;
  readonly axis: Axis;
  /** The buckets of the current period, by which actors of both periods are requested. */
  readonly times: readonly string[];
  readonly compares: boolean;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** A line with its values for one breakdown value, in the wire format. */
export function lineResult(line: Line, values: LineValues, shape: LineShape): TrendsResult {
  const { query, context, plan, axis, compares } = shape;
  const math = line.node.math ?? 'total';
  const at = (key: string): number => values.values.get(key) ?? 0;
  const whole = (value: number): number =>
    isWarehouseSeries(line.node) ? value : scaled(value, math, query.samplingFactor);
  const breakdown = breakdownValueOf(line, values.breakdown, plan);
  const shared = {
    action: actionOf(line, shape),
    label: labelOf(
      line,
      breakdown === undefined ? null : breakdownLabel(breakdown, plan, context),
      shape,
    ),
    filter: shape.filter,
    order: line.index,
    ...(breakdown === undefined ? {} : { breakdown_value: breakdown }),
    ...(compares ? { compare: true as const, compare_label: line.period } : {}),
  };
  if (showsTotals(query)) {
    return { ...shared, count: 0, data: [], days: [], aggregated_value: whole(at(TOTAL)) };
  }
  const data = displayed(axis.keys.map(at), shape);
  const count = isCumulative(query)
    ? (data.at(-1) ?? 0)
    : data.reduce((sum, value) => sum + value, 0);
  return {
    ...shared,
    count: whole(count),
    data: data.map(whole),
    labels: axis.labels,
    days: axis.days,
  };
}

function displayed(data: number[], { query, plan }: LineShape): number[] {
  const intervals = query.trendsFilter?.smoothingIntervals ?? 1;
  const shown = isCumulative(query) ? accumulated(data) : data;
  return intervals > 1 && plan.kind === 'none' ? smoothed(shown, intervals) : shown;
}

function labelOf(line: Line, breakdown: string | null, { query, context }: LineShape): string {
  const name = entityName(line.node, context);
  if (breakdown === null) return name;
  return query.series.length > 1 ? `${name} - ${breakdown}` : breakdown;
}

function actionOf({ node, index }: Line, { context, times }: LineShape): Record<string, unknown> {
  const name = entityName(node, context);
  return {
    days: times,
    id: node.kind === 'EventsNode' ? (node.event ?? null) : name,
    type: 'events',
    order: index,
    name,
    custom_name: node.custom_name ?? null,
    math: node.math ?? 'total',
    math_property: node.math_property ?? null,
    math_hogql: node.math_hogql ?? null,
    math_group_type_index: node.math_group_type_index ?? null,
    properties: {},
  };
}
