import type { CalendarHeatmapQuery } from '@tidemark/contracts';
import { calendarHeatmapQuerySchema } from '@tidemark/contracts';
import { goalSeries, planCalendarHeatmap } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** How much happens in which hour of which day of the week. */
export const calendarHeatmapQuery: QueryKindDefinition<CalendarHeatmapQuery> = {
  kind: 'CalendarHeatmapQuery',
  schema: calendarHeatmapQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const goal = query.conversionGoal;
    const goals = goal === null || goal === undefined ? [] : [goalSeries(goal)];
    const insight = await insightContext(
      { ...query, series: [...query.series, ...goals] },
      context,
    );
    return runInsight(() => planCalendarHeatmap(query, insight), query.modifiers, context);
  },
};
