import { z } from 'zod';
import { funnelsQuerySchema } from '../insights/funnels-query';
import { trendsQuerySchema } from '../insights/trends-query';
import { experimentIdSchema, experimentQueryFields } from './experiment-queries';

const olderFields = {
  experiment_id: experimentIdSchema,
  uuid: z.string().nullish(),
  fingerprint: z.string().nullish(),
  ...experimentQueryFields,
};

/** A query of experiments before 2025 for the numbers of a trend (`docs/wire/experiments.md#older-queries`). */
export const experimentTrendsQuerySchema = z.strictObject({
  kind: z.literal('ExperimentTrendsQuery'),
  count_query: trendsQuerySchema,
  /** Default: the persons who called the flag. */
  exposure_query: trendsQuerySchema.nullish(),
  ...olderFields,
});

/** A query of experiments before 2025 for conversions in a funnel. */
export const experimentFunnelsQuerySchema = z.strictObject({
  kind: z.literal('ExperimentFunnelsQuery'),
  funnels_query: funnelsQuerySchema,
  ...olderFields,
});

export type ExperimentTrendsQuery = z.infer<typeof experimentTrendsQuerySchema>;
export type ExperimentFunnelsQuery = z.infer<typeof experimentFunnelsQuerySchema>;
