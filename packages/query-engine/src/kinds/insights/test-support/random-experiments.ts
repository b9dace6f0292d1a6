import type { ExperimentForQuery } from '@tidemark/contracts';
import type {
  ExperimentCase,
  ExperimentMetricCase,
  ExperimentSourceCase,
  Series,
} from '@tidemark/testing';
import * as fc from 'fast-check';
import type { TestEvent } from './insight-fixture';
import { seriesNode } from './random-insights';

const START = Date.parse('2020-03-01T00:00:00Z');
const DAY_MS = 86_400_000;
/** Days that events are spread over: from before to after every experiment below. */
const SPREAD = 24;

const entry = fc.record({
  /** Spread evenly: fast-check would rather have all of them near the ends, where no experiment runs. */
  minute: fc.noBias(fc.integer({ min: 0, max: SPREAD * 1_440 })),
  event: fc.constantFrom('$feature_flag_called', 'seen', 'one', 'one', 'two'),
  who: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  isMerged: fc.constantFrom(false, false, false, true),
  flag: fc.constantFrom('offer', 'offer', 'offer', 'offer', 'other'),
  variant: fc.constantFrom<unknown>(
    'control',
    'control',
    'control',
    'test',
    'test',
    'test',
    'gone',
    null,
  ),
  group0: fc.constantFrom(undefined, 'org1', 'org2', 'org3', 'org4', 'org5'),
  session: fc.constantFrom(undefined, 's1', 's2', 's3'),
  browser: fc.constantFrom(undefined, null, '', 'A', 'B'),
  os: fc.constantFrom(undefined, 'X', 'Y'),
  number: fc.constantFrom<unknown>(undefined, null, 0, 1, 2.5, -4, 10, '3', 'text'),
});

/** Events of a few units, some of which are exposed. No two at the same time. */
export const someExperimentEvents: fc.Arbitrary<TestEvent[]> = fc
  .uniqueArray(entry, { minLength: 80, maxLength: 160, selector: ({ minute }) => minute })
  .map((entries) =>
    entries.map(
      ({ minute, event, who, isMerged, group0, session, variant, flag, ...rest }, index) => {
        const at = new Date(START + minute * 60_000).toISOString();
        return {
          at: `${at.replace('T', ' ').slice(0, 17)}${String(index % 60).padStart(2, '0')}`,
          event,
          who,
          ...(isMerged && { distinctId: `${who}2`, ingestedAs: `${who}old` }),
          ...(group0 === undefined ? {} : { group0 }),
          ...(session === undefined ? {} : { session }),
          properties: { ...rest, ...markOf(event, flag, variant) },
        };
      },
    ),
  );

function markOf(event: string, flag: string, variant: unknown): object {
  if (event !== '$feature_flag_called') return { '$feature/offer': variant };
  return { $feature_flag: flag, $feature_flag_response: variant };
}

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

const filters = fc.constantFrom<Series['properties']>([], [], [], [{ key: 'os', value: 'Y' }]);

/** What a metric is made of; it is no exposure, so that no event is two steps. */
const someSteps: fc.Arbitrary<Series> = fc.record({
  event: fc.constantFrom('one', 'two'),
  properties: filters,
});

/** A source with what the wire says of it. */
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

/** A metric, and the same as the wire writes it. */
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
    // In any order an event that is two steps is a matter of funnels, and tried there.
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
    // Minutes apart is little; days are counted as they are.
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

/** An experiment, as the evaluator and as a query has it. */
export interface WrittenExperiment {
  readonly setup: Omit<ExperimentCase, 'metric'>;
  readonly experiment: ExperimentForQuery;
  /** What the metric says of windows and breakdowns. */
  readonly shared: object;
  readonly testAccountFilters: readonly unknown[];
}

const NO_X = [{ key: 'os', value: 'X', type: 'event', operator: 'is_not' }];

export const someExperiment: fc.Arbitrary<WrittenExperiment> = fc
  .record({
    from: fc.integer({ min: 2, max: 8 }),
    days: fc.integer({ min: 6, max: 14 }),
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'US/Pacific', 'Pacific/Kiritimati'),
    takesFirst: fc.boolean(),
    byGroups: fc.constantFrom(false, false, true),
    exposedBy: fc.constantFrom(null, null, 'seen'),
    isFiltered: fc.boolean(),
    breakdowns: fc.constantFrom<string[]>([], [], ['browser'], ['browser', 'os']),
    hours: fc.constantFrom(null, null, 24, 96),
    isMatured: fc.constantFrom(false, false, true),
    lookbackDays: fc.constantFrom(null, 3, 14),
  })
  .map((given) => {
    const { zone, takesFirst, byGroups, exposedBy, isFiltered, breakdowns, hours } = given;
    const [start, end] = [given.from, given.from + given.days].map(
      (day) => new Date(START + day * DAY_MS + 5 * 3_600_000 + 500),
    ) as [Date, Date];
    return {
      setup: {
        flag: 'offer',
        variants: ['control', 'test'],
        start: textOf(start),
        end: textOf(end),
        zone,
        takesFirst,
        byGroups,
        exposedBy,
        filters: isFiltered ? NO_X : [],
        breakdowns,
        window: hours === null ? null : hours * 3_600,
        maturedAt: given.isMatured ? NOW : null,
        lookbackDays: given.lookbackDays,
      },
      experiment: {
        id: 5,
        featureFlagKey: 'offer',
        variants: ['control', 'test'].map((key) => ({ key, rolloutPercentage: 50 })),
        aggregationGroupTypeIndex: byGroups ? 0 : null,
        startDate: start,
        endDate: end,
        exposureCriteria: {
          filterTestAccounts: isFiltered,
          multiple_variant_handling: takesFirst ? 'first_seen' : null,
          exposure_config:
            exposedBy === null ? null : { kind: 'ExperimentEventExposureConfig', event: exposedBy },
        },
        statsConfig:
          given.lookbackDays === null
            ? null
            : { cuped: { enabled: true, lookback_days: given.lookbackDays } },
        holdoutId: null,
        onlyCountMaturedUsers: given.isMatured,
      },
      shared: {
        conversion_window: hours,
        conversion_window_unit: hours === null ? null : 'hour',
        breakdownFilter: {
          breakdowns: breakdowns.map((property) => ({ property, type: 'event' })),
        },
      },
      testAccountFilters: NO_X,
    };
  });

/** In the middle of what happens. */
export const NOW = '2020-03-12 12:00:00';

function textOf(time: Date): string {
  return time.toISOString().replace('T', ' ').slice(0, 23);
}
