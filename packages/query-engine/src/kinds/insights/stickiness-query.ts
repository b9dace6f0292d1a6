import type { StickinessQuery } from '@tidemark/contracts';
import { stickinessQuerySchema } from '@tidemark/contracts';
import { planStickiness, stickinessActors, stickinessOptions } from '@tidemark/insights';
import { insightKind, mapPlan } from './insight-kind';

/** The number of intervals in which actors were active (`docs/wire/insights-others.md#stickiness`). */
export const stickinessQuery = insightKind<StickinessQuery>({
  kind: 'StickinessQuery',
  schema: stickinessQuerySchema,
  staleness: 'own_interval',
  insightType: 'STICKINESS',
  takes: ['interval'],
  series: ({ series }) => series,
  plan: planStickiness,
  actors: {
    actors: stickinessActors,
    options: (query, context) =>
      mapPlan(planStickiness(query, context), (results) => stickinessOptions(query, results)),
  },
});
