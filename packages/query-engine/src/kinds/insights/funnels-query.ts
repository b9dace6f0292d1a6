import type { FunnelsQuery, SeriesNode } from '@tidemark/contracts';
import { funnelsQuerySchema } from '@tidemark/contracts';
import { InsightError, funnelOptions, planFunnels } from '@tidemark/insights';
import { insightKind, mapPlan } from './insight-kind';

/** The steps that actors reached (`docs/wire/insights-funnels.md#funnels`). */
export const funnelsQuery = insightKind<FunnelsQuery>({
  kind: 'FunnelsQuery',
  schema: funnelsQuerySchema,
  staleness: 'own_interval',
  insightType: 'FUNNELS',
  takes: ['interval', 'breakdown_filter'],
  series: funnelSeries,
  plan: planFunnels,
  actors: {
    actors: () => {
      throw new InsightError('The actors of a funnel need a FunnelsActorsQuery', 'source');
    },
    options: (query, context) =>
      mapPlan(planFunnels(query, context), (results) => funnelOptions(query, results, context)),
  },
});

/** The steps and the exclusions. */
export function funnelSeries({
  series,
  funnelsFilter,
}: Pick<FunnelsQuery, 'series' | 'funnelsFilter'>): readonly SeriesNode[] {
  return [...series, ...(funnelsFilter?.exclusions ?? [])];
}
