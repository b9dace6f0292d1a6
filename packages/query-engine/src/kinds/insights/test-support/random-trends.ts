import type { Breakdown, FilterTree, Series, Setting, TrendsCase } from '@tidemark/testing';
import { addDays, daysBetween, earlier, previous } from '@tidemark/testing';
import * as fc from 'fast-check';
import { someBreakdowns } from './random-breakdowns';
import { someFilter, someFilters } from './random-filters';
import { seriesNode, someHours, someSeries, someSetting, someSource } from './random-insights';
import type { WrittenSetting } from './random-ranges';
import { dateRangeOf, someWeekdays } from './random-ranges';
import { AGGREGATES, someOrderedEvents, someWorld } from './random-world';

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
const someRichSeries: fc.Arbitrary<Series> = fc.oneof(
  { weight: 2, arbitrary: someSeries },
  fc
    .tuple(fc.constantFrom('one', 'two', null), someMath)
    .map(([event, math]): Series => ({ event, ...math })),
  fc.tuple(someSeries, someProperties).map(([series, properties]) => ({ ...series, properties })),
  fc.tuple(someSeries, someSource).map(([series, source]) => ({ ...series, ...source })),
  fc
    .tuple(someSource, fc.constantFrom('first_time_for_user', 'first_matching_event_for_user'))
    .map(([source, math]) => ({ ...source, math })),
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
    hidesOther: fc.constantFrom(false, false, false, true),
    display: fc.constantFrom(
      'line' as const,
      'line' as const,
      'cumulative' as const,
      'total' as const,
    ),
  })
  .map(({ split, ...rest }) => ({ ...rest, ...split }))
  // Windows that begin before the range contain values without a bin.
  .filter(({ series, breakdowns }) => !(hasBins(breakdowns) && series.some(looksBack)));

function hasBins(breakdowns: TrendsCase['breakdowns']): boolean {
  return breakdowns.some((one) => typeof one !== 'string' && one.histogram_bin_count !== undefined);
}

function looksBack({ math = '' }: Series): boolean {
  return math === 'weekly_active' || math === 'monthly_active';
}

export const someTrends = fc
  .record({
    events: someOrderedEvents,
    query: someCase,
    setting: fc
      .tuple(fc.oneof({ weight: 4, arbitrary: someSetting }, someHours), someWeekdays, someWorld)
      .map(([setting, days, world]): WrittenSetting => ({ ...setting, ...days, world })),
    /** Comparison with the previous period, with one at an offset, or none. */
    compares: fc.constantFrom(
      null,
      null,
      'before' as const,
      'before' as const,
      '-9d',
      '-2w',
      '-1m',
    ),
    /** Filters of the whole query. */
    filters: fc.oneof(
      { weight: 3, arbitrary: fc.constant<FilterTree>([]) },
      fc.array(someFilter, { maxLength: 1 }),
    ),
    /** One breakdown in the old form. */
    isOldForm: fc.boolean(),
  })
  .map(({ setting, ...rest }) => ({ ...rest, setting: fitting(setting, rest.query) }));

export type TrendsScene = typeof someTrends extends fc.Arbitrary<infer T> ? T : never;

/** Totals begin at the exact time of a relative date. */
function fitting({ writing, ...setting }: WrittenSetting, query: TrendsCase): WrittenSetting {
  const isMoment = query.display === 'total' && writing === 'relative';
  return { ...setting, ...(writing !== undefined && { writing: isMoment ? 'days' : writing }) };
}

/** The period that a query reads, and the period that it is compared with. */
export function periodsOf({ compares, setting: given, query }: TrendsScene): Setting[] {
  const setting: Setting = query.display === 'total' ? { ...given, interval: 'day' } : given;
  if (compares === null) return [setting];
  if (compares === 'before') return [setting, previous(setting)];
  return [setting, earlier(setting, daysOf(compares, setting.from))];
}

/** The number of days between a day and the one at a distance before it. */
function daysOf(distance: string, from: string): number {
  const count = Number(distance.slice(1, -1));
  if (distance.endsWith('d')) return count;
  if (distance.endsWith('w')) return count * 7;
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10);
  const last = Number(
    addDays(new Date(Date.UTC(year, month - count, 1)).toISOString().slice(0, 10), -1).slice(8),
  );
  return daysBetween(addDays(first, Math.min(day, last) - 1), from);
}

const DISPLAYS = {
  line: 'ActionsLineGraph',
  cumulative: 'ActionsLineGraphCumulative',
  total: 'ActionsTable',
} as const;

/** The query in the wire format. */
export function trendsQuery(
  of: TrendsScene,
  trendsFilter: object = {},
): { readonly kind: string; readonly [field: string]: unknown } {
  const { query, setting, filters, compares, isOldForm } = of;
  const { series, breakdowns, cohorts, limit, display, hidesOther } = query;
  return {
    kind: 'TrendsQuery',
    series: series.map(seriesNode),
    properties: filters,
    interval: setting.interval,
    dateRange: dateRangeOf(setting),
    trendsFilter: { display: DISPLAYS[display], ...trendsFilter },
    ...(compares !== null && {
      compareFilter: { compare: true, ...(compares !== 'before' && { compare_to: compares }) },
    }),
    ...(breakdowns.length > 0 && {
      breakdownFilter: {
        breakdown_limit: limit,
        breakdown_hide_other_aggregation: hidesOther,
        ...writtenBreakdowns(breakdowns, isOldForm),
      },
    }),
    ...(cohorts !== undefined && { breakdownFilter: writtenCohorts(cohorts, isOldForm) }),
  };
}

function writtenBreakdowns(breakdowns: readonly Breakdown[], isOldForm: boolean): object {
  const [only, ...others] = breakdowns;
  if (!isOldForm || only === undefined || typeof only === 'string' || others.length > 0) {
    return { breakdowns };
  }
  return {
    breakdown: only.property,
    breakdown_type: only.type,
    breakdown_group_type_index: only.group_type_index,
    breakdown_normalize_url: only.normalize_url,
    breakdown_histogram_bin_count: only.histogram_bin_count,
  };
}

function writtenCohorts(cohorts: readonly (number | 'all')[], isOldForm: boolean): object {
  return isOldForm || cohorts.length > 3
    ? { breakdown_type: 'cohort', breakdown: cohorts }
    : { breakdowns: cohorts.map((property) => ({ type: 'cohort', property })) };
}

/** A scene with the filters of the query moved into each of its series. */
export function withFilters({ query, filters }: TrendsScene): TrendsCase {
  return {
    ...query,
    series: query.series.map((one) => ({ ...one, properties: [filters, one.properties ?? []] })),
  };
}
