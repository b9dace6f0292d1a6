import { z } from 'zod';
import { queryStatusSchema } from './query-status';

/**
 * Schemas of the responses of POST query, by kind (`docs/wire/query.md#analytics-keys`,
 * `docs/wire/insights.md#insight-envelope`). They describe what the runners return and are not applied to responses
 * at run time; every API test client validates responses against them.
 */

const properties = z.record(z.string(), z.unknown());
const time = z.string().nullable();

/** The keys of the cache layer; absent from pages and from kinds whose results are never stored. */
const cacheKeys = {
  is_cached: z.boolean().optional(),
  last_refresh: z.string().optional(),
  next_allowed_client_refresh: z.string().optional(),
  cache_target_age: time.optional(),
  cache_key: z.string().optional(),
  timezone: z.string().optional(),
  query_status: queryStatusSchema.nullish(),
  calculation_trigger: z.string().nullish(),
};

const computed = {
  error: z.string().nullable(),
  hogql: z.string().nullable(),
  modifiers: properties,
  timings: z.array(z.object({ k: z.string(), t: z.number() })).nullable(),
  ...cacheKeys,
};

const rows = {
  results: z.array(z.array(z.unknown())),
  columns: z.array(z.string()).nullable(),
  hasMore: z.boolean().nullable(),
  limit: z.int().nullable(),
  offset: z.int().nullable(),
  warnings: z.array(z.string()).nullable(),
  ...computed,
};

/** `HogQLQuery`: rows, with a type per column. */
export const hogQLQueryResponseSchema = z.looseObject({
  ...rows,
  types: z.array(z.tuple([z.string(), z.string()])).nullable(),
  query: z.string(),
  clickhouse: z.string().nullable(),
  explain: z.array(z.string()).nullable(),
  metadata: z.looseObject({}).nullable(),
});

/** `EventsQuery`, `ActorsQuery`: rows whose cells may be events or actors. */
export const rowsQueryResponseSchema = z.looseObject({
  ...rows,
  types: z.array(z.string()),
  missing_actors_count: z.int().optional(),
});

const range = z.looseObject({ date_from: z.string(), date_to: z.string() }).nullish();
const noticeFields = {
  resolved_date_range: range,
  resolved_compare_date_range: range,
  warnings: z.array(z.string()).nullish(),
};
const shown = {
  action: properties.nullable(),
  label: z.string(),
  count: z.number(),
  compare_label: z.enum(['current', 'previous']).optional(),
};

/** `TrendsQuery`, `StickinessQuery`, `LifecycleQuery`: lines over time. */
export const linesResponseSchema = z.looseObject({
  results: z.array(
    z.looseObject({
      ...shown,
      data: z.array(z.number()).nullable(),
      days: z.array(z.union([z.string(), z.number()])),
      labels: z.array(z.string()).optional(),
      status: z.enum(['new', 'returning', 'resurrecting', 'dormant']).optional(),
      aggregated_value: z.number().nullish(),
    }),
  ),
  hasMore: z.boolean().optional(),
  ...noticeFields,
  ...computed,
});

const step = z.looseObject({
  name: z.string().nullable(),
  order: z.int(),
  count: z.number(),
  average_conversion_time: z.number().nullable(),
  median_conversion_time: z.number().nullable(),
});

/** `FunnelsQuery`: steps, steps by breakdown, a line of conversion, or times to convert. */
export const funnelsResponseSchema = z.looseObject({
  results: z.union([z.array(step), z.array(z.array(step)), z.array(properties), properties]),
  total_median_conversion_time: z.number().nullable(),
  isUdf: z.boolean(),
  ...noticeFields,
  ...computed,
});

/** `RetentionQuery`: cohorts by time, and how many of their actors returned. */
export const retentionResponseSchema = z.looseObject({
  results: z.array(
    z.looseObject({
      date: z.string(),
      label: z.string(),
      values: z.array(z.looseObject({ count: z.number(), label: z.string() })),
    }),
  ),
  ...noticeFields,
  ...computed,
});

/** `PathsQuery`: edges between pages or events. */
export const pathsResponseSchema = z.looseObject({
  results: z.array(
    z.looseObject({
      source: z.string(),
      target: z.string(),
      value: z.number(),
      average_conversion_time: z.number(),
    }),
  ),
  ...noticeFields,
  ...computed,
});

const option = z.looseObject({ label: z.string() });

/** `InsightActorsQueryOptions`: the possible parameters of an `InsightActorsQuery` for the insight. */
export const actorsOptionsResponseSchema = z.looseObject({
  day: z.array(option).nullable(),
  series: z.array(option).nullable(),
  breakdown: z.array(option).nullable(),
  breakdowns: z.array(z.looseObject({})).nullable(),
  compare: z.array(option).nullable(),
  interval: z.array(option).nullable(),
  status: z.array(option).nullable(),
  ...computed,
});

const notice = z.looseObject({ message: z.string() });

/** `HogQLMetadata`: the result of validating a text. */
export const hogQLMetadataResponseSchema = z.looseObject({
  query: z.string(),
  isValid: z.boolean(),
  isValidView: z.boolean().nullish(),
  isUsingIndices: z.string().nullish(),
  errors: z.array(notice),
  warnings: z.array(notice),
  notices: z.array(notice),
  table_names: z.array(z.string()).nullish(),
  ch_table_names: z.array(z.string()).nullish(),
});

/** `HogQLAutocomplete`: suggestions for a position. */
export const hogQLAutocompleteResponseSchema = z.looseObject({
  suggestions: z.array(z.looseObject({ label: z.string(), insertText: z.string() })),
  incomplete_list: z.boolean(),
});

/** `DatabaseSchemaQuery`: the tables that can be read. */
export const databaseSchemaResponseSchema = z.looseObject({
  tables: z.record(z.string(), z.looseObject({ fields: properties })),
  joins: z.array(z.unknown()),
});

const number = z.number().nullable();
const experimentVariant = {
  key: z.string(),
  number_of_samples: z.int(),
  sum: number,
  sum_squares: number,
  denominator_sum: number,
  denominator_sum_squares: number,
  numerator_denominator_sum_product: number,
  covariate_sum: number,
  covariate_sum_squares: number,
  covariate_sum_product: number,
  step_counts: z.array(z.int()).nullable(),
  validation_failures: z.array(
    z.enum(['not-enough-exposures', 'not-enough-metric-data', 'baseline-mean-is-zero']),
  ),
};
const interval = z.tuple([z.number(), z.number()]).nullable();
const experimentVariants = z.array(
  z.discriminatedUnion('method', [
    z.looseObject({
      ...experimentVariant,
      method: z.literal('frequentist'),
      significant: z.boolean().nullable(),
      p_value: number,
      confidence_interval: interval,
    }),
    z.looseObject({
      ...experimentVariant,
      method: z.literal('bayesian'),
      significant: z.boolean().nullable(),
      chance_to_win: number,
      credible_interval: interval,
    }),
  ]),
);

/** `ExperimentQuery`: sums of each variant, and the comparison of the others with the baseline. */
export const experimentResponseSchema = z.looseObject({
  kind: z.enum(['ExperimentQuery']),
  baseline: z.looseObject(experimentVariant),
  variant_results: experimentVariants,
  breakdown_results: z
    .array(
      z.looseObject({
        breakdown_value: z.array(z.string()),
        baseline: z.looseObject(experimentVariant),
        variants: experimentVariants,
      }),
    )
    .nullable(),
  ...computed,
});

/** `ExperimentExposureQuery`: the number of exposed units per day. */
export const experimentExposureResponseSchema = z.looseObject({
  kind: z.enum(['ExperimentExposureQuery']),
  timeseries: z.array(
    z.looseObject({
      variant: z.string(),
      days: z.array(z.string()),
      exposure_counts: z.array(z.int()),
    }),
  ),
  total_exposures: z.record(z.string(), z.int()),
  date_range: z.looseObject({ date_from: time, date_to: time }),
  sample_ratio_mismatch: z
    .looseObject({ expected: z.record(z.string(), z.number()), p_value: z.number() })
    .nullable(),
  ...computed,
});

/** `ExperimentTrendsQuery` and `ExperimentFunnelsQuery`: the kinds of experiments before 2025. */
export const olderExperimentResponseSchema = z.looseObject({
  kind: z.enum(['ExperimentTrendsQuery', 'ExperimentFunnelsQuery']),
  insight: z.array(z.unknown()),
  variants: z.array(z.looseObject({ key: z.string() })),
  probability: z.record(z.string(), z.number()),
  significant: z.boolean(),
  significance_code: z.enum([
    'significant',
    'not_enough_exposure',
    'low_win_probability',
    'high_loss',
  ]),
  credible_intervals: z.record(z.string(), z.tuple([z.number(), z.number()])),
  ...computed,
});

/** Kinds whose `results` have a form of their own, such as `CalendarHeatmapQuery`. */
export const otherQueryResponseSchema = z.looseObject({ results: z.unknown(), ...cacheKeys });

/** No result was computed: it is not in the cache, or a background run was started. */
export const queryNotComputedSchema = z.looseObject({
  cache_key: z.string().optional(),
  query_status: queryStatusSchema.nullable(),
});

/** Any response of POST query; the `kind` of the query decides which. */
export const queryResponseSchema = z.union([
  hogQLQueryResponseSchema,
  rowsQueryResponseSchema,
  linesResponseSchema,
  funnelsResponseSchema,
  retentionResponseSchema,
  pathsResponseSchema,
  actorsOptionsResponseSchema,
  hogQLMetadataResponseSchema,
  hogQLAutocompleteResponseSchema,
  databaseSchemaResponseSchema,
  experimentResponseSchema,
  experimentExposureResponseSchema,
  olderExperimentResponseSchema,
  otherQueryResponseSchema,
  queryNotComputedSchema,
]);
