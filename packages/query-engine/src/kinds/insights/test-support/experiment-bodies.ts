import type { Body } from './random-bodies';

const BUY = { kind: 'EventsNode', event: 'buy', math: 'sum', math_property: 'number' } as const;
const OTHER = { kind: 'EventsNode', event: null, properties: [] } as const;
const SHARED = {
  kind: 'ExperimentMetric',
  goal: 'increase',
  conversion_window: 3,
  conversion_window_unit: 'day',
  breakdownFilter: { breakdowns: [{ property: 'browser', type: 'event' }] },
} as const;

const FUNNEL = {
  ...SHARED,
  metric_type: 'funnel',
  series: [BUY, OTHER],
  funnel_order_type: 'unordered',
} as const;

const METRICS: readonly Body[] = [
  { ...SHARED, metric_type: 'mean', source: BUY, upper_bound_percentile: 0.9, ignore_zeros: true },
  { ...SHARED, metric_type: 'mean', source: BUY, threshold: 2 },
  FUNNEL,
  {
    ...SHARED,
    metric_type: 'ratio',
    numerator: { kind: 'EventsNode', event: 'buy', math: 'hogql', math_hogql: 'max(properties.a)' },
    denominator: { kind: 'ActionsNode', id: 3, math: 'dau' },
  },
  {
    ...SHARED,
    metric_type: 'retention',
    start_event: BUY,
    completion_event: OTHER,
    start_handling: 'last_seen',
    retention_window_start: 0,
    retention_window_end: 7,
    retention_window_unit: 'day',
  },
];

/** Queries on experiment 5. */
export const experimentBodies: readonly Body[] = [
  ...METRICS.map((metric) => ({ kind: 'ExperimentQuery', experiment_id: 5, metric })),
  {
    kind: 'ExperimentActorsQuery',
    source: { kind: 'ExperimentQuery', experiment_id: 5, metric: FUNNEL },
    funnelStep: 1,
    funnelStepBreakdown: ['test'],
    includeRecordings: true,
    exposureConfig: { kind: 'ExperimentEventExposureConfig', event: 'seen', properties: [] },
    multipleVariantHandling: 'first_seen',
    featureFlagKey: 'offer',
  },
  {
    kind: 'ExperimentExposureQuery',
    experiment_id: 5,
    exposure_criteria: {
      filterTestAccounts: true,
      multiple_variant_handling: 'first_seen',
      exposure_config: { kind: 'ExperimentEventExposureConfig', event: 'seen', properties: [] },
    },
    feature_flag: {
      key: 'offer',
      filters: {
        aggregation_group_type_index: null,
        multivariate: { variants: [{ key: 'control', rollout_percentage: 50 }] },
      },
    },
    start_date: '2020-01-05T00:00:00Z',
    end_date: '2020-01-15T00:00:00Z',
  },
];
