import type { LifecycleQuery } from '@tidemark/contracts';
import type { Axis } from '../date-range/axis';
import { axisOf } from '../date-range/axis';
import { bucketStarts } from '../date-range/buckets';
import { dayText } from '../date-range/labels';
import { rangeOfQuery } from '../date-range/range-of-query';
import { resolvedOf } from '../date-range/resolved';
import type { InsightContext } from '../insight/context';
import type { InsightPlan, ResolvedDateRange, Rows } from '../insight/plan';
import { entityName } from '../series/entity';
import { unsampled } from '../series/query-filters';
import type { LifecycleSeries } from './series';
import { lifecycleSeries } from './series';
import { lifecycleStatement } from './statement';

/** In the order of the response. */
const STATUSES = ['new', 'returning', 'resurrecting', 'dormant'] as const;

type LifecycleStatus = (typeof STATUSES)[number];

interface LifecycleResult {
  readonly action: Readonly<Record<string, unknown>>;
  readonly data: readonly number[];
  readonly count: number;
  readonly labels: readonly string[];
  readonly days: readonly string[];
  readonly label: string;
  readonly status: LifecycleStatus;
}

export interface LifecycleResponse {
  readonly results: readonly LifecycleResult[];
  readonly resolved_date_range: ResolvedDateRange;
}

/**
 * LifecycleQuery: the actors of its first series by status (`docs/wire/insights-others.md#lifecycle`).
 * @throws InsightError
 */
export function planLifecycle(
  query: LifecycleQuery,
  context: InsightContext,
): InsightPlan<LifecycleResponse> {
  const series = lifecycleSeries(query, context);
  const range = rangeOfQuery(query.dateRange, query.interval ?? 'day', context);
  const axis = axisOf(range);
  // Only hours are shown with a time of day.
  const form = range.interval === 'hour' ? 'hour' : 'day';
  const days = bucketStarts(range).map((start) => dayText(start, form));
  return {
    statements:
      query.samplingFactor === 0 ? [] : [lifecycleStatement(query, series, range, context)],
    shape: ([rows = []]) => ({
      results: resultsOf(rows, query, series, { ...axis, days }, context),
      resolved_date_range: resolvedOf(range),
    }),
  };
}

function resultsOf(
  rows: Rows,
  { samplingFactor }: LifecycleQuery,
  series: LifecycleSeries,
  axis: Axis,
  context: InsightContext,
): LifecycleResult[] {
  const counts = new Map(
    rows.flatMap(([status, keys, actors]) =>
      listOf(keys).map((key, at) => [
        `${String(status)}:${String(key)}`,
        Number(listOf(actors)[at]),
      ]),
    ),
  );
  const name = entityName(series.node, context);
  return STATUSES.map((status) => {
    const sign = status === 'dormant' ? -1 : 1;
    const data = axis.keys.map((key) => {
      const whole = unsampled(counts.get(`${status}:${key}`) ?? 0, samplingFactor);
      // Not -0, which some comparisons distinguish from 0.
      return whole === 0 ? 0 : sign * whole;
    });
    return {
      action: actionOf(series, name),
      data,
      count: data.reduce((sum, value) => sum + value, 0),
      labels: axis.labels,
      days: axis.days,
      label: `${name} - ${status}`,
      status,
    };
  });
}

function listOf(cell: unknown): readonly unknown[] {
  return Array.isArray(cell) ? cell : [];
}

function actionOf({ node, table }: LifecycleSeries, name: string): Record<string, unknown> {
  if (table !== null) {
    const { id, table_name, timestamp_field, aggregation_target_field, created_at_field } = table;
    return {
      id,
      name,
      type: 'data_warehouse',
      order: 0,
      math: 'total',
      table_name,
      timestamp_field,
      aggregation_target_field,
      created_at_field,
    };
  }
  const isAction = node.kind === 'ActionsNode';
  const event = node.kind === 'EventsNode' ? (node.event ?? null) : name;
  return {
    id: isAction ? String(node.id) : event,
    name,
    type: isAction ? 'actions' : 'events',
    order: 0,
    math: node.math ?? 'total',
    ...(node.custom_name === null || node.custom_name === undefined
      ? {}
      : { custom_name: node.custom_name }),
  };
}
