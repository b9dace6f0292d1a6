import type { FilterTree, Series, Setting, TrendsCase } from '@tidemark/testing';
import * as fc from 'fast-check';
import { someBreakdowns } from './random-breakdowns';
import { someFilter, someFilters } from './random-filters';
import { seriesNode, someHours, someSeries, someSetting } from './random-insights';
import { AGGREGATES, someOrderedEvents, WORLD } from './random-world';

const someMath: fc.Arbitrary<Omit<Series, 'event'>> = fc.constantFrom(
  ...Object.keys(AGGREGATES).map((math_hogql) => ({ math: 'hogql', math_hogql })),
  { math: 'sum', math_property: 'number', math_multiplier: 0.5 },
  { math: 'p95', math_property: 'number' },
  { math: 'p99', math_property: 'number' },
  { math: 'avg', math_property: 'age', math_property_type: 'person_properties' },
  { math: 'max', math_property: '$session_duration' },
  {
    math: 'sum',
    math_property: '$pageview_count',
    math_property_type: 'session_properties',
  },
  { math: 'min_count_per_actor' },
  { math: 'max_count_per_actor' },
  { math: 'median_count_per_actor' },
  { math: 'p99_count_per_actor' },
  { math: 'avg_count_per_actor', math_group_type_index: 0 },
);

const someProperties: fc.Arbitrary<FilterTree> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<FilterTree>([]) },
  someFilters,
);

/** A series of any math. */
export const someRichSeries: fc.Arbitrary<Series> = fc.oneof(
  { weight: 2, arbitrary: someSeries },
  fc
    .tuple(fc.constantFrom('one', 'two', null), someMath)
    .map(([event, math]): Series => ({ event, ...math })),
  fc.tuple(someSeries, someProperties).map(([series, properties]) => ({ ...series, properties })),
);

const someSplit: fc.Arbitrary<Pick<TrendsCase, 'breakdowns' | 'cohorts'>> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ breakdowns: [] }) },
  { weight: 4, arbitrary: someBreakdowns.map((breakdowns) => ({ breakdowns })) },
  fc
    .shuffledSubarray<number | 'all'>([7, 8, 9, 'all'], { minLength: 1 })
    .map((cohorts) => ({ breakdowns: [], cohorts })),
);

const someCase: fc.Arbitrary<TrendsCase> = fc
  .record({
    series: fc.array(someRichSeries, { minLength: 1, maxLength: 3 }),
    split: someSplit,
    limit: fc.integer({ min: 1, max: 4 }),
    display: fc.constantFrom(
      'line' as const,
      'line' as const,
      'cumulative' as const,
      'total' as const,
    ),
  })
  .map(({ split, ...rest }) => ({ ...rest, ...split }))
  // Windows that reach beyond the range hold values that no bin is laid out for.
  .filter(({ series, breakdowns }) => !(hasBins(breakdowns) && series.some(looksBack)));

function hasBins(breakdowns: TrendsCase['breakdowns']): boolean {
  return breakdowns.some((one) => typeof one !== 'string' && one.histogram_bin_count !== undefined);
}

function looksBack({ math = '' }: Series): boolean {
  return math === 'weekly_active' || math === 'monthly_active';
}

export const someTrends = fc.record({
  events: someOrderedEvents,
  query: someCase,
  setting: fc
    .oneof({ weight: 4, arbitrary: someSetting }, someHours)
    .map((setting): Setting => ({ ...setting, world: WORLD })),
  compares: fc.boolean(),
  /** Filters of the whole query. */
  filters: fc.oneof(
    { weight: 3, arbitrary: fc.constant<FilterTree>([]) },
    fc.array(someFilter, { maxLength: 1 }),
  ),
});

export type TrendsScene = typeof someTrends extends fc.Arbitrary<infer T> ? T : never;

/** Hours are compared with those of other days, by a rule of their own. */
export function comparing({ compares, setting, query }: TrendsScene): boolean {
  return compares && (setting.interval !== 'hour' || query.display === 'total');
}

const DISPLAYS = {
  line: 'ActionsLineGraph',
  cumulative: 'ActionsLineGraphCumulative',
  total: 'ActionsTable',
} as const;

/** As the wire writes it. */
export function trendsQuery(of: TrendsScene, trendsFilter: object = {}) {
  const { query, setting, filters } = of;
  const { series, breakdowns, cohorts, limit, display } = query;
  return {
    kind: 'TrendsQuery',
    series: series.map(seriesNode),
    properties: filters,
    interval: setting.interval,
    dateRange: { date_from: setting.from, date_to: setting.to },
    trendsFilter: { display: DISPLAYS[display], ...trendsFilter },
    ...(comparing(of) && { compareFilter: { compare: true } }),
    ...(breakdowns.length > 0 && { breakdownFilter: { breakdown_limit: limit, breakdowns } }),
    ...(cohorts !== undefined && {
      breakdownFilter: { breakdown_type: 'cohort', breakdown: cohorts },
    }),
  };
}

/** The same with the filters of the query in each of its series. */
export function withFilters({ query, filters }: TrendsScene): TrendsCase {
  return {
    ...query,
    series: query.series.map((one) => ({ ...one, properties: [filters, one.properties ?? []] })),
  };
}
