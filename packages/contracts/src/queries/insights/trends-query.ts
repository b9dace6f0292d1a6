import { z } from 'zod';
import { breakdownFilterSchema } from './breakdown-filter';
import { calendarHeatmapFilterSchema } from './calendar-heatmap-query';
import { conversionGoalSchema } from './conversion-goal';
import { compareFilterSchema, intervalSchema, sharedInsightFields } from './fields';
import { seriesNodeSchema } from './series-nodes';
import { settings } from './settings';

export const trendsDisplays = [
  'ActionsLineGraph',
  'ActionsBar',
  'ActionsAreaGraph',
  'ActionsStackedBar',
  'ActionsUnstackedBar',
  'ActionsLineGraphCumulative',
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
  'CalendarHeatmap',
  'Progress',
  'BoxPlot',
  'SlopeGraph',
  'Auto',
] as const;

export type TrendsDisplay = (typeof trendsDisplays)[number];

const formulaNodeSchema = z.strictObject({
  formula: z.string(),
  custom_name: z.string().nullish(),
});

/**
 * `trendsFilter` (`docs/wire/insights-trends.md#trends-filter-fields`). Settings that only affect display are not
 * validated.
 */
const trendsFilterSchema = settings(
  {
    display: z.enum(trendsDisplays).nullish(),
    formula: z.string().nullish(),
    formulas: z.array(z.string()).nullish(),
    formulaNodes: z.array(formulaNodeSchema).nullish(),
    smoothingIntervals: z.int().min(1).max(1_000).nullish(),
    breakdown_histogram_bin_count: z.number().nullish(),
  },
  ['compare'],
);

export const trendsQuerySchema = z.strictObject({
  kind: z.literal('TrendsQuery'),
  series: z.array(seriesNodeSchema).max(100, 'At most 100 series'),
  interval: intervalSchema.nullish(),
  trendsFilter: trendsFilterSchema.nullish(),
  breakdownFilter: breakdownFilterSchema.nullish(),
  compareFilter: compareFilterSchema.nullish(),
  /** Only used by calendar heatmaps. */
  conversionGoal: conversionGoalSchema.nullish(),
  calendarHeatmapFilter: calendarHeatmapFilterSchema.nullish(),
  ...sharedInsightFields,
});

export type TrendsQuery = z.infer<typeof trendsQuerySchema>;
