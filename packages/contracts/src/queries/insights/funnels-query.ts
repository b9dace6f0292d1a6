import { z } from 'zod';
import { breakdownFilterSchema } from './breakdown-filter';
import {
  compareFilterSchema,
  intervalSchema,
  sharedActorsFields,
  sharedInsightFields,
} from './fields';
import {
  actionsNodeSchema,
  dataWarehouseNodeSchema,
  eventsNodeSchema,
  groupNodeSchema,
} from './series-nodes';
import { settings } from './settings';

/** An event that excludes an actor if it happens between two steps, which are counted from 0. */
const range = { funnelFromStep: z.int(), funnelToStep: z.int() };
const exclusionSchema = z.discriminatedUnion('kind', [
  eventsNodeSchema.extend(range),
  actionsNodeSchema.extend(range),
]);

export type FunnelExclusion = z.infer<typeof exclusionSchema>;

/**
 * `funnelsFilter` (`docs/wire/insights-funnels.md#funnel-settings`). Settings that only affect display are not
 * validated.
 */
const funnelsFilterSchema = settings({
  funnelOrderType: z.enum(['ordered', 'strict', 'unordered']).nullish(),
  funnelVizType: z.enum(['steps', 'time_to_convert', 'trends', 'flow']).nullish(),
  /** Zero and negative values mean the default. */
  funnelWindowInterval: z.int().max(100_000).nullish(),
  funnelWindowIntervalUnit: z.enum(['second', 'minute', 'hour', 'day', 'week', 'month']).nullish(),
  funnelFromStep: z.int().nullish(),
  funnelToStep: z.int().nullish(),
  exclusions: z.array(exclusionSchema).max(20, 'At most 20 exclusions').nullish(),
  breakdownAttributionType: z.enum(['first_touch', 'last_touch', 'all_events', 'step']).nullish(),
  breakdownAttributionValue: z.int().nullish(),
  funnelAggregateByHogQL: z.string().nullish(),
  binCount: z.int().nullish(),
  /** Whether to leave out recent periods of trends in which actors may still convert. */
  hideIncompleteConversionWindowPeriods: z.boolean().nullish(),
});

/** A step over a table. Funnels have their own format for it, which is converted to that of other insights. */
const funnelsDataWarehouseNodeSchema = dataWarehouseNodeSchema
  .omit({ distinct_id_field: true })
  .extend({
    kind: z.literal('FunnelsDataWarehouseNode'),
    /** A column, or an expression over columns, whose values are the actors of the funnel. */
    aggregation_target_field: z.string(),
  })
  .transform(({ aggregation_target_field, ...node }) => ({
    ...node,
    kind: 'DataWarehouseNode' as const,
    distinct_id_field: aggregation_target_field,
  }));

const stepSchema = z.discriminatedUnion('kind', [
  eventsNodeSchema,
  actionsNodeSchema,
  dataWarehouseNodeSchema,
  funnelsDataWarehouseNodeSchema,
  groupNodeSchema,
]);

export const funnelsQuerySchema = z.strictObject({
  kind: z.literal('FunnelsQuery'),
  series: z.array(stepSchema),
  interval: intervalSchema.nullish(),
  funnelsFilter: funnelsFilterSchema.nullish(),
  breakdownFilter: breakdownFilterSchema.nullish(),
  compareFilter: compareFilterSchema.nullish(),
  ...sharedInsightFields,
});

export type FunnelsQuery = z.infer<typeof funnelsQuerySchema>;

/** The actors behind a number of a funnel (`docs/wire/insights-funnels.md#funnel-actors`). */
export const funnelsActorsQuerySchema = z.strictObject({
  kind: z.literal('FunnelsActorsQuery'),
  source: funnelsQuerySchema,
  funnelStep: z.int().nullish(),
  funnelStepBreakdown: z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
    .nullish(),
  funnelTrendsDropOff: z.boolean().nullish(),
  funnelTrendsEntrancePeriodStart: z.string().nullish(),
  /** Which of the two compared periods. */
  compare: z.enum(['current', 'previous']).nullish(),
  includeRecordings: z.boolean().nullish(),
  ...sharedActorsFields,
});

export type FunnelsActorsQuery = z.infer<typeof funnelsActorsQuerySchema>;
