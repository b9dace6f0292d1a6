import type { TrendsQuery } from '@tidemark/contracts';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import { planBoxPlot } from './displays/box-plot';
import { planHeatmapOfTrends } from './displays/calendar-heatmap';
import { planSlopeGraph } from './displays/slope-graph';
import { planTrends } from './plan-trends';
import { displayOf } from './plan/display';

/**
 * TrendsQuery in the form of its display (`docs/wire/insights-trends.md#display`).
 * @throws InsightError
 */
export function planTrendsView(query: TrendsQuery, context: InsightContext): InsightPlan<object> {
  switch (displayOf(query)) {
    case 'BoxPlot':
      return planBoxPlot(query, context);
    case 'CalendarHeatmap':
      return planHeatmapOfTrends(query, context);
    case 'SlopeGraph':
      return planSlopeGraph(query, context);
    default:
      return planTrends(query, context);
  }
}
