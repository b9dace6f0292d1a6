import type { CalendarHeatmapQuery } from '@tidemark/contracts';
import { calendarHeatmapQuerySchema } from '@tidemark/contracts';
import { planCalendarHeatmap } from '@tidemark/insights';
import { goalsOf } from './insight-context';
import { insightKind } from './insight-kind';

/** The number of events by hour and day of the week. */
export const calendarHeatmapQuery = insightKind<CalendarHeatmapQuery>({
  kind: 'CalendarHeatmapQuery',
  schema: calendarHeatmapQuerySchema,
  staleness: 'whole_days',
  insightType: null,
  takes: ['interval'],
  series: (query) => [...query.series, ...goalsOf(query)],
  plan: planCalendarHeatmap,
  actors: null,
});
