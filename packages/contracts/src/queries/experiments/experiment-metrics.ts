import { z } from 'zod';
import { breakdownFilterSchema } from '../insights/breakdown-filter';
import { actionsNodeSchema, eventsNodeSchema } from '../insights/series-nodes';

/** The source of a metric's values: events, or an action (`docs/wire/experiments.md#metric-types`). */
export const experimentSourceSchema = z.discriminatedUnion('kind', [
  eventsNodeSchema,
  actionsNodeSchema,
]);

/** Units of conversion and retention windows; a month has 30 days. */
export const experimentWindowUnits = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const;

const windowUnitSchema = z.enum(experimentWindowUnits);
const MAX_WINDOW = 1_000_000;
const MAX_STEPS = 20;

/** Percentile as a fraction. */
const levelSchema = z.number().min(0).max(1);

const sharedMetricFields = {
  kind: z.literal('ExperimentMetric'),
  uuid: z.string().nullish(),
  name: z.string().nullish(),
  fingerprint: z.string().nullish(),
  goal: z.enum(['increase', 'decrease']).nullish(),
  conversion_window: z.int().min(0).max(MAX_WINDOW).nullish(),
  conversion_window_unit: windowUnitSchema.nullish(),
  breakdownFilter: breakdownFilterSchema.nullish(),
};

/** How outliers are limited: values outside the two percentiles are replaced by the percentile. */
const outlierFields = {
  lower_bound_percentile: levelSchema.nullish(),
  upper_bound_percentile: levelSchema.nullish(),
  ignore_zeros: z.boolean().nullish(),
};

const meanMetricSchema = z.looseObject({
  ...sharedMetricFields,
  metric_type: z.literal('mean'),
  source: experimentSourceSchema,
  ...outlierFields,
  /** If set, a unit counts as 1 if its value is at least this, else as 0. */
  threshold: z.number().gt(0).nullish(),
});

const funnelMetricSchema = z.looseObject({
  ...sharedMetricFields,
  metric_type: z.literal('funnel'),
  series: z
    .array(experimentSourceSchema)
    .min(1, 'A funnel metric needs at least one step')
    .max(MAX_STEPS, `A funnel metric has at most ${MAX_STEPS} steps`),
  funnel_order_type: z.enum(['ordered', 'unordered']).nullish(),
});

const ratioMetricSchema = z.looseObject({
  ...sharedMetricFields,
  metric_type: z.literal('ratio'),
  numerator: experimentSourceSchema,
  denominator: experimentSourceSchema,
  numerator_outlier_handling: z.looseObject(outlierFields).nullish(),
  denominator_outlier_handling: z.looseObject(outlierFields).nullish(),
});

const retentionMetricSchema = z.looseObject({
  ...sharedMetricFields,
  metric_type: z.literal('retention'),
  start_event: experimentSourceSchema,
  completion_event: experimentSourceSchema,
  start_handling: z.enum(['first_seen', 'last_seen']),
  retention_window_start: z.int().min(0).max(MAX_WINDOW),
  retention_window_end: z.int().min(0).max(MAX_WINDOW),
  retention_window_unit: windowUnitSchema,
});

/** A metric of an experiment, of one of four types. */
export const experimentMetricSchema = z.discriminatedUnion('metric_type', [
  meanMetricSchema,
  funnelMetricSchema,
  ratioMetricSchema,
  retentionMetricSchema,
]);

export type ExperimentSource = z.infer<typeof experimentSourceSchema>;
export type ExperimentWindowUnit = (typeof experimentWindowUnits)[number];
export type ExperimentMetric = z.infer<typeof experimentMetricSchema>;
export type ExperimentMeanMetric = z.infer<typeof meanMetricSchema>;
export type ExperimentFunnelMetric = z.infer<typeof funnelMetricSchema>;
export type ExperimentRatioMetric = z.infer<typeof ratioMetricSchema>;
export type ExperimentOutliers = Pick<
  ExperimentMeanMetric,
  'lower_bound_percentile' | 'upper_bound_percentile' | 'ignore_zeros'
>;
export type ExperimentRetentionMetric = z.infer<typeof retentionMetricSchema>;
