import type { StickinessQuery } from '@tidemark/contracts';
import { bucketStarts } from '../date-range/buckets';
import type { DateRange } from '../date-range/date-range';
import { previousPeriod } from '../date-range/previous-period';
import { rangeOfQuery } from '../date-range/range-of-query';
import { resolvedPeriods } from '../date-range/resolved';
import type { InsightContext } from '../insight/context';
import type { InsightPlan, Rows, ResolvedPeriods } from '../insight/plan';
import { entityName } from '../series/entity';
import { unsampled } from '../series/query-filters';
import { checkStickiness } from './check-stickiness';
import { stickinessStatement } from './statement';

interface StickinessResult {
  readonly count: number;
  /** The element at n-1 is the number of actors that were active in n intervals. */
  readonly data: readonly number[];
  readonly days: readonly number[];
  readonly labels: readonly string[];
  readonly label: string;
  readonly action: Readonly<Record<string, unknown>>;
  readonly compare?: true;
  readonly compare_label?: 'current' | 'previous';
}

export interface StickinessResponse extends ResolvedPeriods {
  readonly results: readonly StickinessResult[];
}

interface StickinessPeriod {
  readonly name: 'current' | 'previous';
  readonly range: DateRange;
}

interface StickinessLine {
  readonly index: number;
  readonly range: DateRange;
  readonly period: 'current' | 'previous';
}

/**
 * StickinessQuery: the number of intervals in which actors were active (`docs/wire/insights-others.md#stickiness`).
 * @throws InsightError
 */
export function planStickiness(
  query: StickinessQuery,
  context: InsightContext,
): InsightPlan<StickinessResponse> {
  const periods = stickinessPeriods(query, context);
  const [{ range }] = periods;
  // Unlike in trends, each series is followed by its own line of the previous period.
  const lines = query.series.flatMap((node, index): StickinessLine[] =>
    node.kind === 'ActionsNode' && !context.actionNames.has(node.id)
      ? []
      : periods.map((period) => ({ index, range: period.range, period: period.name })),
  );
  return {
    statements: lines.map((line) => stickinessStatement(query, line.index, line.range, context)),
    shape: (rows) => ({
      results: lines.map((line, at) => ({
        ...resultOf(line, rows[at] ?? [], query, context),
        ...(periods.length > 1 && { compare: true as const, compare_label: line.period }),
      })),
      ...resolvedPeriods(range, periods[1]?.range),
    }),
  };
}

/** The range, and the range it is compared with. @throws InsightError */
export function stickinessPeriods(
  query: StickinessQuery,
  context: InsightContext,
): readonly [StickinessPeriod, ...StickinessPeriod[]] {
  checkStickiness(query);
  const range = rangeOfQuery(query.dateRange, query.interval ?? 'day', context);
  const { compareFilter } = query;
  const current = { name: 'current', range } as const;
  // There are no events before a range from `all`.
  if (compareFilter?.compare !== true || query.dateRange?.date_from === 'all') return [current];
  return [current, { name: 'previous', range: previousPeriod(range, compareFilter.compare_to) }];
}

function resultOf(
  { index, range }: StickinessLine,
  rows: Rows,
  query: StickinessQuery,
  context: InsightContext,
): StickinessResult {
  const { samplingFactor, stickinessFilter, intervalCount } = query;
  const length = Math.ceil(bucketStarts(range).length / (intervalCount ?? 1));
  const days = Array.from({ length }, (_, at) => at + 1);
  const actors = new Map(rows.map(([intervals, count]) => [Number(intervals), Number(count)]));
  const exact = days.map((day) => unsampled(actors.get(day) ?? 0, samplingFactor));
  const isCumulative = stickinessFilter?.computedAs === 'cumulative';
  const count = exact.reduce((sum, value) => sum + value, 0);
  return {
    count,
    data: isCumulative ? exact.map((_, at) => total(exact.slice(at))) : exact,
    days,
    labels: days.map((day) => labelOf(day, range.interval, isCumulative)),
    label: nameOf(query, index, context),
    action: actionOf(query, index, context),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function labelOf(day: number, unit: string, isCumulative: boolean): string {
  return `${day} ${unit}${day === 1 ? '' : 's'}${isCumulative ? ' or more' : ''}`;
}

function nameOf({ series }: StickinessQuery, index: number, context: InsightContext): string {
  const node = series[index];
  return node === undefined ? '' : entityName(node, context);
}

function actionOf(
  query: StickinessQuery,
  index: number,
  context: InsightContext,
): Record<string, unknown> {
  const node = query.series[index];
  const name = nameOf(query, index, context);
  return {
    order: index,
    type: 'events',
    name,
    id: node?.kind === 'EventsNode' ? (node.event ?? null) : name,
    custom_name: node?.custom_name ?? null,
  };
}
