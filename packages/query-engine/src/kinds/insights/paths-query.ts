import type { PathsQuery } from '@tidemark/contracts';
import { pathsQuerySchema } from '@tidemark/contracts';
import { pathActors, pathSeries, planPaths } from '@tidemark/insights';
import { insightKind, mapPlan } from './insight-kind';

/** The paths of actors (`docs/wire/insights-others.md#paths`). */
export const pathsQuery = insightKind<PathsQuery>({
  kind: 'PathsQuery',
  schema: pathsQuerySchema,
  staleness: 'own_interval',
  insightType: 'PATHS',
  takes: [],
  series: pathSeries,
  plan: planPaths,
  actors: {
    actors: (query, _point, context) => pathActors(query, context),
    options: (query, context) => mapPlan(planPaths(query, context), () => ({})),
  },
});
