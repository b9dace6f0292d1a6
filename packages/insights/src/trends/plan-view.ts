import type { TrendsQuery } from '@tidemark/contracts';
import type { InsightContext } from '../insight-context';
import type { InsightPlan } from '../insight-plan';
import { planBoxPlot } from './box-plot/plan-box-plot';
import { displayOf } from './display';
import { planHeatmapOfTrends } from './heatmap-of-trends';
import { planTrends } from './plan-trends';
import { planSlopeGraph } from './slope-graph';

/** TrendsQuery in the form that its display asks for (`wire/insights.md` §3.3). @throws InsightError */
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
