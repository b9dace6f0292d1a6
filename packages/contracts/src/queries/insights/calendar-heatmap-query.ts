import { z } from 'zod';
import { conversionGoalSchema } from './conversion-goal';
import { intervalSchema, sharedInsightFields } from './fields';
import { seriesNodeSchema } from './series-nodes';

export const calendarHeatmapFilterSchema = z.looseObject({
  /** A user counts where the session began, not wherever there is an event. */
  bucketBySessionStart: z.boolean().nullish(),
});

/** How much happens in which hour of which day of the week; the first series is counted. */
export const calendarHeatmapQuerySchema = z.strictObject({
  kind: z.literal('CalendarHeatmapQuery'),
  series: z.array(seriesNodeSchema).min(1, 'Calendar heatmaps require at least one series.'),
  /** Taken, and of no meaning: cells are hours. */
  interval: intervalSchema.nullish(),
  calendarHeatmapFilter: calendarHeatmapFilterSchema.nullish(),
  conversionGoal: conversionGoalSchema.nullish(),
  ...sharedInsightFields,
});

export type CalendarHeatmapQuery = z.infer<typeof calendarHeatmapQuerySchema>;
