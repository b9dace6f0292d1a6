import type { LifecycleQuery } from '@tidemark/contracts';
import { lifecycleQuerySchema } from '@tidemark/contracts';
import {
  lifecycleActors,
  lifecycleNodes,
  lifecycleOptions,
  planLifecycle,
} from '@tidemark/insights';
import { insightKind, mapPlan } from './insight-kind';

/** The actors of a series by status (`docs/wire/insights-others.md#lifecycle`). */
export const lifecycleQuery = insightKind<LifecycleQuery>({
  kind: 'LifecycleQuery',
  schema: lifecycleQuerySchema,
  staleness: 'own_interval',
  insightType: 'LIFECYCLE',
  takes: ['interval'],
  series: (query) => lifecycleNodes(query).map(({ node }) => node),
  plan: planLifecycle,
  actors: {
    actors: lifecycleActors,
    options: (query, context) => mapPlan(planLifecycle(query, context), lifecycleOptions),
  },
});
