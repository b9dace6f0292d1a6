import { z } from 'zod';
import { actionsNodeSchema } from '../insights/series-nodes';
import { propertyFiltersSchema } from '../property-filters';

/** The event or action that counts as exposure instead of `$feature_flag_called`. */
export const experimentExposureConfigSchema = z.preprocess(
  withKind,
  z.discriminatedUnion('kind', [
    z.looseObject({
      kind: z.literal('ExperimentEventExposureConfig'),
      event: z.string().min(1),
      properties: propertyFiltersSchema.nullish(),
    }),
    actionsNodeSchema,
  ]),
);

/** Without a kind, the configuration names an event. */
function withKind(config: unknown): unknown {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return config;
  return 'kind' in config ? config : { ...config, kind: 'ExperimentEventExposureConfig' };
}

/** Whether a unit with several variants counts for none, or for the first. */
export const multipleVariantHandlingSchema = z.enum(['exclude', 'first_seen']);

/** `exposure_criteria`: which units take part, and with which variant (`docs/wire/experiments.md#exposure`). */
export const experimentExposureCriteriaSchema = z.looseObject({
  /** Default true. */
  filterTestAccounts: z.boolean().nullish(),
  /** Default `exclude`. */
  multiple_variant_handling: multipleVariantHandlingSchema.nullish(),
  exposure_config: experimentExposureConfigSchema.nullish(),
});

const differenceTypeSchema = z.enum(['RELATIVE', 'ABSOLUTE', 'relative', 'absolute']);
const levelSchema = z.number().gt(0).lt(1);

/** `stats_config`: the statistical method for the results. */
export const experimentStatsConfigSchema = z.looseObject({
  /** The variant that the others are compared with; default `control`. */
  baseline_variant_key: z.string().nullish(),
  /** Default `bayesian`. */
  method: z.enum(['bayesian', 'frequentist']).nullish(),
  bayesian: z
    .looseObject({
      ci_level: levelSchema.nullish(),
      difference_type: differenceTypeSchema.nullish(),
    })
    .nullish(),
  frequentist: z
    .looseObject({
      alpha: levelSchema.nullish(),
      difference_type: differenceTypeSchema.nullish(),
      sequential_testing_enabled: z.boolean().nullish(),
      sequential_tuning_parameter: z.number().gt(0).nullish(),
    })
    .nullish(),
  cuped: z
    .looseObject({ enabled: z.boolean().nullish(), lookback_days: z.number().nullish() })
    .nullish(),
});

export type ExperimentExposureCriteria = z.infer<typeof experimentExposureCriteriaSchema>;
export type ExperimentStatsConfig = z.infer<typeof experimentStatsConfigSchema>;

/** The fields of an experiment that its queries need. */
export interface ExperimentForQuery {
  readonly id: number;
  readonly featureFlagKey: string;
  /** The variants of the flag that are compared, in the order of the flag. */
  readonly variants: readonly {
    readonly key: string;
    readonly rolloutPercentage: number;
  }[];
  /** Keys of the flag's variants that no result includes; absent: none. */
  readonly excludedVariants?: readonly string[];
  /** The group type of the flag; null if its units are persons. */
  readonly aggregationGroupTypeIndex: number | null;
  /** Null for a draft. */
  readonly startDate: Date | null;
  /** Null while it runs. */
  readonly endDate: Date | null;
  readonly exposureCriteria: ExperimentExposureCriteria | null;
  readonly statsConfig: ExperimentStatsConfig | null;
  readonly holdoutId: number | null;
  /** Whether a unit counts only after the conversion window of the metric has passed since its exposure. */
  readonly onlyCountMaturedUsers: boolean;
  /** The result is what it was at this time: later exposures and events do not count. Absent: the current result. */
  readonly asOf?: Date;
}
