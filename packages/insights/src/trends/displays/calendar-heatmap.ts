import type { TrendsQuery } from '@tidemark/contracts';
import type { CalendarHeatmapResponse } from '../../calendar-heatmap/plan-calendar-heatmap';
import { planCalendarHeatmap } from '../../calendar-heatmap/plan-calendar-heatmap';
import type { InsightContext } from '../../insight/context';
import type { InsightPlan } from '../../insight/plan';
import { entityName } from '../../series/entity';
import { noSeries } from '../../series/no-series';

/** A calendar heatmap as the one result of a trends query. */
interface HeatmapOfTrends extends Omit<CalendarHeatmapResponse, 'results'> {
  readonly results: readonly {
    readonly action: Readonly<Record<string, unknown>>;
    readonly label: string;
    readonly data: readonly [];
    readonly count: number;
    readonly aggregated_value: number;
    readonly calendar_heatmap_data: CalendarHeatmapResponse['results'];
  }[];
}

/** The first series by day of the week and hour. @throws InsightError */
export function planHeatmapOfTrends(
  query: TrendsQuery,
  context: InsightContext,
): InsightPlan<HeatmapOfTrends> {
  const { trendsFilter: _, breakdownFilter: __, compareFilter: ___, ...shared } = query;
  const [node] = query.series;
  if (node === undefined) throw noSeries('Trends');
  const { statements, shape } = planCalendarHeatmap(
    { ...shared, kind: 'CalendarHeatmapQuery' },
    context,
  );
  const name = entityName(node, context);
  return {
    statements,
    shape: (rows) => {
      const { results, ...rest } = shape(rows);
      const total = results.allAggregations;
      const action = { id: name, type: 'events', order: 0, name, math: node.math ?? 'total' };
      return {
        ...rest,
        results: [
          {
            action,
            label: name,
            data: [],
            count: total,
            aggregated_value: total,
            calendar_heatmap_data: results,
          },
        ],
      };
    },
  };
}
