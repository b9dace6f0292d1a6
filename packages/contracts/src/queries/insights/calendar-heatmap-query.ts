import { z } from 'zod';
import { conversionGoalSchema } from './conversion-goal';
import { intervalSchema, sharedInsightFields } from './fields';
import { seriesNodeSchema } from './series-nodes';

export const calendarHeatmapFilterSchema = z.looseObject({
  /** Whether a user counts only in the hour in which the session began, instead of in each hour with an event. */
  bucketBySessionStart: z.boolean().nullish(),
});

/** The activity by hour and day of the week; only the first series is counted. */
export const calendarHeatmapQuerySchema = z.strictObject({
  kind: z.literal('CalendarHeatmapQuery'),
  series: z.array(seriesNodeSchema).min(1, 'Calendar heatmaps require at least one series.'),
  /** Accepted without effect: cells are always hours. */
  interval: intervalSchema.nullish(),
  calendarHeatmapFilter: calendarHeatmapFilterSchema.nullish(),
  conversionGoal: conversionGoalSchema.nullish(),
  ...sharedInsightFields,
});

export type CalendarHeatmapQuery = z.infer<typeof calendarHeatmapQuerySchema>;
