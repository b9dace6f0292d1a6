import { z } from 'zod';
import { freeObject } from '../free-object';
import { groupTypeIndexSchema, sharedActorsFields } from '../insights/fields';
import { experimentMetricSchema } from './experiment-metrics';
import {
  experimentExposureConfigSchema,
  experimentExposureCriteriaSchema,
  multipleVariantHandlingSchema,
} from './experiment-settings';
import { queryModifiersSchema, queryTagsSchema } from '../query-modifiers';

/** The fields of all queries for experiments. */
export const experimentQueryFields = {
  name: z.string().nullish(),
  tags: queryTagsSchema.nullish(),
  modifiers: queryModifiersSchema.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

export const experimentIdSchema = z.int('experiment_id is required');

/** A query for the effect of an experiment on a metric (`docs/wire/experiments.md#experiment-query`). */
export const experimentQuerySchema = z.strictObject({
  kind: z.literal('ExperimentQuery'),
  experiment_id: experimentIdSchema,
  metric: experimentMetricSchema,
  /** Accepted without effect: nothing is computed in advance. */
  precomputation_mode: z.string().nullish(),
  ...experimentQueryFields,
});

/** The units behind a number of an experiment (`docs/wire/experiments.md#experiment-actors`). */
export const experimentActorsQuerySchema = z.strictObject({
  kind: z.literal('ExperimentActorsQuery'),
  source: experimentQuerySchema,
  funnelStep: z.int().nullish(),
  /** The variant; of a list, the first item. */
  funnelStepBreakdown: z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
    .nullish(),
  includeRecordings: z.boolean().nullish(),
  /** Each in place of what the experiment has. */
  exposureConfig: experimentExposureConfigSchema.nullish(),
  multipleVariantHandling: multipleVariantHandlingSchema.nullish(),
  featureFlagKey: z.string().nullish(),
  ...sharedActorsFields,
});

/** The flag as the client sends it. */
const exposedFlagSchema = z.looseObject({
  key: z.string().min(1, 'feature_flag key is required'),
  filters: z
    .looseObject({
      aggregation_group_type_index: groupTypeIndexSchema.nullish(),
      multivariate: z
        .looseObject({
          variants: z.array(
            z.looseObject({ key: z.string(), rollout_percentage: z.number().nullish() }),
          ),
        })
        .nullish(),
    })
    .nullish(),
});

/** The number of units that were exposed to each variant per day. */
export const experimentExposureQuerySchema = z.strictObject({
  kind: z.literal('ExperimentExposureQuery'),
  experiment_id: experimentIdSchema,
  experiment_name: z.string().nullish(),
  exposure_criteria: experimentExposureCriteriaSchema.nullish(),
  feature_flag: exposedFlagSchema,
  start_date: z.string().nullish(),
  end_date: z.string().nullish(),
  /** Accepted without effect: a holdout changes the shares of all variants equally. */
  holdout: freeObject.nullish(),
  ...experimentQueryFields,
});

export type ExperimentQuery = z.infer<typeof experimentQuerySchema>;
export type ExperimentExposureQuery = z.infer<typeof experimentExposureQuerySchema>;
export type ExperimentActorsQuery = z.infer<typeof experimentActorsQuerySchema>;
