import type { TrendsQuery } from '@tidemark/contracts';
import { trendsQuerySchema } from '@tidemark/contracts';
import {
  planTrends,
  planTrendsView,
  trendsActors,
  trendsOptions,
  withoutFormulas,
} from '@tidemark/insights';
import { goalsOf } from './insight-context';
import { insightKind, mapPlan } from './insight-kind';

/** Series of numbers over time (`docs/wire/insights-trends.md#trends`). */
export const trendsQuery = insightKind<TrendsQuery>({
  kind: 'TrendsQuery',
  schema: trendsQuerySchema,
  staleness: 'own_interval',
  insightType: 'TRENDS',
  takes: ['interval', 'breakdown_filter'],
  series: (query) => [...query.series, ...goalsOf(query)],
  plan: planTrendsView,
  actors: {
    // A conversion goal has no actors.
    series: ({ series }) => series,
    actors: trendsActors,
    options: (query, context) =>
      mapPlan(planTrends(withoutFormulas(query), context), (results) =>
        trendsOptions(query, results, context),
      ),
  },
});
