import type { RetentionQuery } from '@tidemark/contracts';
import { retentionQuerySchema } from '@tidemark/contracts';
import { planRetention, retentionEntities } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** Who came back, and when (`wire/insights.md` §5). */
export const retentionQuery: QueryKindDefinition<RetentionQuery> = {
  kind: 'RetentionQuery',
  schema: retentionQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const { target, returning } = retentionEntities(query);
    const insight = await insightContext({ ...query, series: [target, returning] }, context);
    return runInsight(() => planRetention(query, insight), query.modifiers, context);
  },
};
