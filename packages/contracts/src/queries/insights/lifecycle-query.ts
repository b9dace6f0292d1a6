import { z } from 'zod';
import { intervalSchema, sharedInsightFields } from './fields';
import { lifecycleNodeSchema } from './series-nodes';

/** `LifecycleQuery` (`docs/wire/insights-others.md#lifecycle-request`); the filter only affects display. */
export const lifecycleQuerySchema = z.strictObject({
  kind: z.literal('LifecycleQuery'),
  series: z.array(lifecycleNodeSchema),
  interval: intervalSchema.nullish(),
  lifecycleFilter: z
    .looseObject({
      toggledLifecycles: z.array(z.enum(['new', 'resurrecting', 'returning', 'dormant'])).nullish(),
    })
    .nullish(),
  /** Whether the actors are neither persons nor groups, but rows of tables. */
  customAggregationTarget: z.boolean().nullish(),
  ...sharedInsightFields,
});

export type LifecycleQuery = z.infer<typeof lifecycleQuerySchema>;
