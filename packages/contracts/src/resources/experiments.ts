import { z } from 'zod';
import {
  formBoolean,
  optionalText,
  referencedId,
  storedObject,
  timestamp,
  trimmedText,
} from '../shared/wire-fields';
import {
  experimentParameters,
  exposureCriteria,
  metricList,
  metricProblem,
  runningTimeCalculation,
  statsConfig,
} from './experiment-documents';
import { featureFlagUpdateSchema } from './feature-flags';
import { minimalFlagSchema } from './flag-evaluation';
import { userBasicSchema } from './users';

const experimentTypes = ['web', 'product'] as const;

/** The conclusion that users gave an experiment. */
const experimentConclusions = ['won', 'lost', 'inconclusive', 'stopped_early', 'invalid'] as const;

/** The state of an experiment (`docs/wire/experiments.md#experiment-body`). */
export const experimentStatuses = ['draft', 'running', 'paused', 'stopped'] as const;

export type ExperimentStatus = (typeof experimentStatuses)[number];

const savedMetricUse = z.object({
  id: referencedId(),
  metadata: storedObject()
    .superRefine(({ type }, context) => {
      if (type === 'primary' || type === 'secondary') return;
      context.addIssue({ code: 'custom', message: 'Metadata must have a type key' });
    })
    .nullish(),
});

const conclusionFields = {
  conclusion: z.enum(experimentConclusions).nullish(),
  conclusion_comment: optionalText().nullish(),
};

/** Writable fields of a PATCH (`docs/wire/experiments.md#experiment-create`); absent ones keep their value. */
export const experimentUpdateSchema = z.object({
  name: trimmedText(400).optional(),
  description: optionalText(3_000).nullish(),
  /** The key cannot be changed after the experiment was created. */
  feature_flag_key: featureFlagUpdateSchema.shape.key,
  type: z.enum(experimentTypes).nullish(),
  parameters: experimentParameters().nullish(),
  /** Settings of the calculator of the running time. They are kept in `parameters`, where older clients have them. */
  running_time_calculation: runningTimeCalculation().nullish(),
  /** The variants in the format of a flag; a newer alternative to `parameters.feature_flag_variants`. */
  feature_flag: storedObject().nullish(),
  metrics: metricList().nullish(),
  metrics_secondary: metricList().nullish(),
  primary_metrics_ordered_uuids: z.array(optionalText(100)).max(1_000).nullish(),
  secondary_metrics_ordered_uuids: z.array(optionalText(100)).max(1_000).nullish(),
  saved_metrics_ids: z.array(savedMetricUse).max(100).nullish(),
  stats_config: statsConfig().nullish(),
  exposure_criteria: exposureCriteria().nullish(),
  holdout_id: referencedId().nullish(),
  start_date: timestamp().nullish(),
  end_date: timestamp().nullish(),
  only_count_matured_users: formBoolean().nullish(),
  archived: formBoolean().optional(),
  deleted: formBoolean().optional(),
  ...conclusionFields,
  /** Allows metrics with events that the project has not received yet. */
  allow_unknown_events: formBoolean().optional(),
  /** Required to change the variants of an experiment that has started. */
  update_feature_flag_params: formBoolean().optional(),
});

export type ExperimentWrite = z.output<typeof experimentUpdateSchema>;

export const experimentCreateSchema = experimentUpdateSchema.extend({
  name: trimmedText(400),
  feature_flag_key: experimentUpdateSchema.shape.feature_flag_key.unwrap(),
});

export type ExperimentCreate = z.output<typeof experimentCreateSchema>;

/** The body of `end`. */
export const experimentEndSchema = z.object(conclusionFields);

/** The body of `ship_variant`. */
export const experimentShipSchema = experimentEndSchema.extend({
  variant_key: trimmedText(400),
  /** Whether users who match no condition of the flag also get the variant. */
  release_to_everyone: formBoolean().optional(),
});

const optionalKey = z.union([z.literal(''), experimentUpdateSchema.shape.feature_flag_key]);

/** The body of `duplicate`. */
export const experimentDuplicateSchema = z.object({
  /** If absent, both experiments use the same flag. */
  feature_flag_key: optionalKey.nullish(),
  name: optionalText(400).nullish(),
});

/** The body of `copy_to_project`. */
export const experimentCopySchema = experimentDuplicateSchema.extend({
  target_team_id: referencedId(),
});

export type ExperimentCopy = z.output<typeof experimentDuplicateSchema>;

const holdoutFilters = z
  .array(
    storedObject().superRefine(({ rollout_percentage: share }, context) => {
      const isShare = typeof share === 'number' && share >= 0 && share <= 100;
      if (isShare) return;
      const message =
        share === undefined || share === null
          ? 'Rollout percentage must be present.'
          : 'Rollout percentage must be between 0 and 100.';
      context.addIssue({ code: 'custom', message });
    }),
  )
  .min(1, 'Filters are required to create an holdout group')
  .max(100);

/** `experiment_holdouts/`: groups of users who are excluded from experiments. */
export const experimentHoldoutUpdateSchema = z.object({
  name: trimmedText(400).optional(),
  description: optionalText(400).nullish(),
  filters: holdoutFilters.optional(),
});

export type ExperimentHoldoutWrite = z.output<typeof experimentHoldoutUpdateSchema>;

export const experimentHoldoutCreateSchema = experimentHoldoutUpdateSchema.extend({
  name: trimmedText(400),
  filters: holdoutFilters,
});

const metricQuery = storedObject().superRefine((query, context) => {
  const problem = metricProblem(query);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/** `experiment_saved_metrics/`: metrics that several experiments can use. */
export const savedMetricUpdateSchema = z.object({
  name: trimmedText(400).optional(),
  description: optionalText(400).nullish(),
  query: metricQuery.optional(),
  tags: z.array(optionalText(255)).optional(),
});

export type SavedMetricWrite = z.output<typeof savedMetricUpdateSchema>;

export const savedMetricCreateSchema = savedMetricUpdateSchema.extend({
  name: trimmedText(400),
  query: metricQuery,
});

const document = z.record(z.string(), z.unknown());

const sharedFields = {
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
};

export const experimentHoldoutSchema = z.object({ ...sharedFields, filters: z.array(document) });

export type ExperimentHoldoutBody = z.input<typeof experimentHoldoutSchema>;

export const savedMetricSchema = z.object({
  ...sharedFields,
  query: document,
  tags: z.array(z.string()),
  user_access_level: z.string(),
});

export type SavedMetricBody = z.input<typeof savedMetricSchema>;

/** An experiment in responses of the API. */
export const experimentSchema = z.object({
  ...sharedFields,
  feature_flag_key: z.string(),
  feature_flag: minimalFlagSchema,
  status: z.enum(experimentStatuses),
  type: z.string().nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  /** Variants have their percentage under both names. */
  parameters: document.nullable(),
  running_time_calculation: document,
  metrics: z.array(document),
  metrics_secondary: z.array(document),
  primary_metrics_ordered_uuids: z.array(z.string()),
  secondary_metrics_ordered_uuids: z.array(z.string()),
  saved_metrics: z.array(
    z.object({
      id: z.int(),
      experiment: z.int(),
      saved_metric: z.int(),
      metadata: document,
      created_at: z.string(),
      query: document,
      name: z.string(),
    }),
  ),
  stats_config: document.nullable(),
  exposure_criteria: document.nullable(),
  only_count_matured_users: z.boolean(),
  holdout: experimentHoldoutSchema.nullable(),
  holdout_id: z.int().nullable(),
  conclusion: z.string().nullable(),
  conclusion_comment: z.string().nullable(),
  archived: z.boolean(),
  deleted: z.boolean(),
  exposure_cohort: z.int().nullable(),
  secondary_metrics: z.array(z.never()),
  filters: z.object({}),
  scheduling_config: z.null(),
  user_access_level: z.string(),
});

export type ExperimentBody = z.input<typeof experimentSchema>;

/** How many experiments a project started and ended, in days of its time zone. */
export const experimentStatsSchema = z.object({
  launched_last_30d: z.int(),
  launched_previous_30d: z.int(),
  percent_change: z.number(),
  active_experiments: z.int(),
  completed_last_30d: z.int(),
});
