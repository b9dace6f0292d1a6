import type { LifecycleQuery } from '@tidemark/contracts';
import { lifecycleQuerySchema } from '@tidemark/contracts';
import { lifecycleNodes, planLifecycle } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** What becomes of the actors of a series (`wire/insights.md` §7). */
export const lifecycleQuery: QueryKindDefinition<LifecycleQuery> = {
  kind: 'LifecycleQuery',
  schema: lifecycleQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const insight = await insightContext(
      { ...query, series: lifecycleNodes(query).map(({ node }) => node) },
      context,
    );
    return runInsight(() => planLifecycle(query, insight), query.modifiers, context);
  },
};
