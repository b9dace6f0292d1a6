import type { StickinessQuery } from '@tidemark/contracts';
import { stickinessQuerySchema } from '@tidemark/contracts';
import { planStickiness } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** In how many intervals actors were active (`wire/insights.md` §8). */
export const stickinessQuery: QueryKindDefinition<StickinessQuery> = {
  kind: 'StickinessQuery',
  schema: stickinessQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const insight = await insightContext(query, context);
    return runInsight(() => planStickiness(query, insight), query.modifiers, context);
  },
};
