import type { ExperimentMetricCase, ExperimentSourceCase, Series } from '@tidemark/testing';
import * as fc from 'fast-check';
import type { TestEvent } from './insight-fixture';
import { seriesNode } from './random-insights';

const EXPRESSIONS: Readonly<Record<string, Exclude<ExperimentSourceCase['math'], string>>> = {
  'sum(properties.number)': (events) => addUp(events.map(numberOf)),
  'properties.number': (events) => addUp(events.map(numberOf)),
  'count()': (events) => events.length,
  'max(toHour(timestamp))': (events) =>
    events.length === 0 ? 0 : Math.max(...events.map(({ local }) => Number(local.slice(11, 13)))),
  'uniqExact(properties.os)': (events) =>
    new Set(events.flatMap(({ properties }) => properties?.['os'] ?? [])).size,
  'count(distinct properties.os)': (events) =>
    new Set(events.flatMap(({ properties }) => properties?.['os'] ?? [])).size,
};

function numberOf({ properties }: TestEvent): number {
  const value = Number(properties?.['number'] ?? 0);
  return Number.isNaN(value) ? 0 : value;
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

const filters = fc.constantFrom<NonNullable<Series['properties']>>(
  [],
  [],
  [],
  [{ key: 'os', value: 'Y' }],
);

/** The source of a metric. It is not an exposure event, so that no event matches two steps. */
const someSteps: fc.Arbitrary<Series> = fc.record({
  event: fc.constantFrom('one', 'two'),
  properties: filters,
});

/** A source, and its wire format. */
interface WrittenSource {
  readonly source: ExperimentSourceCase;
  readonly node: object;
}

const someSource: fc.Arbitrary<WrittenSource> = fc
  .tuple(
    fc.record({ event: fc.constantFrom('one', 'two', null), properties: filters }),
    fc.oneof(
      fc.constantFrom(
        { math: 'total' as const },
        { math: 'sum' as const, math_property: 'number' },
        { math: 'sum' as const },
        { math: 'avg' as const, math_property: 'number' },
        { math: 'min' as const, math_property: 'number' },
        { math: 'max' as const, math_property: 'number' },
        { math: 'sum' as const, math_property: '$session_duration' },
        { math: 'avg' as const, math_property: '$session_duration' },
        { math: 'max' as const, math_property: '$session_duration' },
        { math: 'dau' as const },
        { math: 'unique_session' as const },
        { math: 'unique_group' as const, math_group_type_index: 0 },
      ),
      fc.constantFrom(...Object.keys(EXPRESSIONS)),
    ),
  )
  .map(([entity, math]) => {
    if (typeof math !== 'string') {
      const source = { ...entity, ...math };
      return { source, node: seriesNode(source) };
    }
    const made = EXPRESSIONS[math] ?? ((): number => 0);
    const node = seriesNode({ ...entity, math: 'hogql', math_hogql: math });
    return { source: { ...entity, math: made }, node };
  });

/** A metric, and its wire format. */
export interface WrittenMetric {
  readonly metric: ExperimentMetricCase;
  readonly written: object;
}

const someOutliers = fc.constantFrom(
  {},
  {},
  { lower: 0.2 },
  { upper: 0.7 },
  { upper: 0.5, ignoreZeros: true },
  { lower: 0.1, upper: 0.9 },
);

function writtenOutliers(one: { lower?: number; upper?: number; ignoreZeros?: boolean }): object {
  return {
    lower_bound_percentile: one.lower,
    upper_bound_percentile: one.upper,
    ignore_zeros: one.ignoreZeros,
  };
}

const someMean: fc.Arbitrary<WrittenMetric> = fc
  .tuple(someSource, someOutliers, fc.constantFrom(undefined, undefined, 1, 3))
  .map(([{ source, node }, outliers, wanted]) => {
    const threshold = source.math === 'total' || source.math === 'sum' ? wanted : undefined;
    return {
      metric: { type: 'mean', source, ...outliers, ...(threshold !== undefined && { threshold }) },
      written: { metric_type: 'mean', source: node, threshold, ...writtenOutliers(outliers) },
    };
  });

const someRatio: fc.Arbitrary<WrittenMetric> = fc
  .tuple(someSource, someSource, someOutliers)
  .map(([numerator, denominator, outliers]) => ({
    metric: {
      type: 'ratio',
      numerator: numerator.source,
      denominator: denominator.source,
      outliers,
    },
    written: {
      metric_type: 'ratio',
      numerator: numerator.node,
      denominator: denominator.node,
      numerator_outlier_handling: writtenOutliers(outliers),
    },
  }));

const someFunnel: fc.Arbitrary<WrittenMetric> = fc
  .tuple(
    fc.array(someSteps, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('ordered', 'unordered', undefined),
  )
  .map(([given, order]) => {
    // Events that match two unordered steps are covered by the tests of funnels.
    const steps = order === 'unordered' ? distinctEvents(given) : given;
    return {
      metric: { type: 'funnel', steps, isOrdered: order !== 'unordered' },
      written: { metric_type: 'funnel', series: steps.map(seriesNode), funnel_order_type: order },
    };
  });

function distinctEvents(steps: readonly Series[]): Series[] {
  return steps.filter(({ event }, at) => steps.findIndex((one) => one.event === event) === at);
}

const someRetention: fc.Arbitrary<WrittenMetric> = fc
  .record({
    start: someSteps,
    completion: someSteps,
    takesFirst: fc.boolean(),
    from: fc.integer({ min: 0, max: 2 }),
    more: fc.integer({ min: 0, max: 3 }),
    unit: fc.constantFrom('hour' as const, 'day' as const, 'day' as const, 'minute' as const),
  })
  .map(({ more, ...given }) => {
    // Windows of a few minutes or hours are too short for the events, so all windows are whole days.
    const scale = given.unit === 'minute' ? 1_440 : given.unit === 'hour' ? 24 : 1;
    const metric = { ...given, from: given.from * scale, to: (given.from + more) * scale };
    return {
      metric: { type: 'retention', ...metric },
      written: {
        metric_type: 'retention',
        start_event: seriesNode(metric.start),
        completion_event: seriesNode(metric.completion),
        start_handling: metric.takesFirst ? 'first_seen' : 'last_seen',
        retention_window_start: metric.from,
        retention_window_end: metric.to,
        retention_window_unit: metric.unit,
      },
    };
  });

export const someMetric = fc.oneof(
  someMean,
  someMean,
  someFunnel,
  someFunnel,
  someRatio,
  someRetention,
);
