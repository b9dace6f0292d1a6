import { z } from 'zod';
import { breakdownFilterSchema } from './breakdown-filter';
import { intervalSchema, sharedActorsFields, sharedInsightFields } from './fields';
import { actionsNodeSchema, eventsNodeSchema, seriesNodeSchema } from './series-nodes';

/** An event that takes an actor out when it happens between two steps, counted from 0. */
const range = { funnelFromStep: z.int(), funnelToStep: z.int() };
const exclusionSchema = z.discriminatedUnion('kind', [
  eventsNodeSchema.extend(range),
  actionsNodeSchema.extend(range),
]);

export type FunnelExclusion = z.infer<typeof exclusionSchema>;

const MAX_STEPS = 30;

/** `funnelsFilter` (`wire/insights.md` §4.1); what only draws is taken as it is. */
const funnelsFilterSchema = z.looseObject({
  funnelOrderType: z.enum(['ordered', 'strict', 'unordered']).nullish(),
  funnelVizType: z.enum(['steps', 'time_to_convert', 'trends', 'flow']).nullish(),
  funnelWindowInterval: z.int().min(1).max(100_000).nullish(),
  funnelWindowIntervalUnit: z.enum(['second', 'minute', 'hour', 'day', 'week', 'month']).nullish(),
  funnelFromStep: z.int().nullish(),
  funnelToStep: z.int().nullish(),
  exclusions: z.array(exclusionSchema).max(20, 'At most 20 exclusions').nullish(),
  breakdownAttributionType: z.enum(['first_touch', 'last_touch', 'all_events', 'step']).nullish(),
  breakdownAttributionValue: z.int().nullish(),
  funnelAggregateByHogQL: z.string().nullish(),
  binCount: z.int().nullish(),
  /** Leaves out recent periods of trends that somebody may still convert in. */
  hideIncompleteConversionWindowPeriods: z.boolean().nullish(),
});

export const funnelsQuerySchema = z.strictObject({
  kind: z.literal('FunnelsQuery'),
  series: z.array(seriesNodeSchema).max(MAX_STEPS, `At most ${MAX_STEPS} steps`),
  interval: intervalSchema.nullish(),
  funnelsFilter: funnelsFilterSchema.nullish(),
  breakdownFilter: breakdownFilterSchema.nullish(),
  ...sharedInsightFields,
});

export type FunnelsQuery = z.infer<typeof funnelsQuerySchema>;

/** The people behind a funnel's number (`wire/insights.md` §4.9). */
export const funnelsActorsQuerySchema = z.strictObject({
  kind: z.literal('FunnelsActorsQuery'),
  source: funnelsQuerySchema,
  funnelStep: z.int().nullish(),
  funnelStepBreakdown: z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
    .nullish(),
  funnelTrendsDropOff: z.boolean().nullish(),
  funnelTrendsEntrancePeriodStart: z.string().nullish(),
  includeRecordings: z.boolean().nullish(),
  ...sharedActorsFields,
});

export type FunnelsActorsQuery = z.infer<typeof funnelsActorsQuerySchema>;
