import type { RetentionQuery } from '@tidemark/contracts';
import { retentionQuerySchema } from '@tidemark/contracts';
import {
  planRetention,
  retentionEntities,
  retentionOptions,
  retentionRowActors,
} from '@tidemark/insights';
import { insightKind, mapPlan } from './insight-kind';

/** The returning actors by period (`docs/wire/insights-others.md#retention`). */
export const retentionQuery = insightKind<RetentionQuery>({
  kind: 'RetentionQuery',
  schema: retentionQuerySchema,
  staleness: 'own_interval',
  insightType: 'RETENTION',
  takes: ['breakdown_filter'],
  series(query) {
    const { target, returning } = retentionEntities(query);
    return [target, returning];
  },
  plan: planRetention,
  actors: {
    actors: retentionRowActors,
    options: (query, context) => mapPlan(planRetention(query, context), retentionOptions),
  },
});
