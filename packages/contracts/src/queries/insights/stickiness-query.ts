import { z } from 'zod';
import { compareFilterSchema, intervalSchema, sharedInsightFields } from './fields';
import { seriesNodeSchema } from './series-nodes';
import { settings } from './settings';

const stickinessFilterSchema = settings(
  {
    computedAs: z.enum(['non_cumulative', 'cumulative']).nullish(),
    stickinessCriteria: z
      .strictObject({ operator: z.enum(['gte', 'lte', 'exact']), value: z.int() })
      .nullish(),
  },
  ['compare'],
);

/** `StickinessQuery` (`docs/wire/insights-others.md#stickiness-request`). */
export const stickinessQuerySchema = z.strictObject({
  kind: z.literal('StickinessQuery'),
  series: z.array(seriesNodeSchema).max(100, 'At most 100 series'),
  interval: intervalSchema.nullish(),
  intervalCount: z.int().nullish(),
  stickinessFilter: stickinessFilterSchema.nullish(),
  compareFilter: compareFilterSchema.nullish(),
  ...sharedInsightFields,
  /** Must be null: each series has its own group type (`math_group_type_index`). */
  aggregation_group_type_index: z.null().optional(),
});

export type StickinessQuery = z.infer<typeof stickinessQuerySchema>;
