import type { FunnelsQuery } from '@tidemark/contracts';
import { funnelsQuerySchema } from '@tidemark/contracts';
import { planFunnels } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** How far actors came (`wire/insights.md` §4). */
export const funnelsQuery: QueryKindDefinition<FunnelsQuery> = {
  kind: 'FunnelsQuery',
  schema: funnelsQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const insight = await insightContext(
      { ...query, series: [...query.series, ...(query.funnelsFilter?.exclusions ?? [])] },
      context,
    );
    return runInsight(() => planFunnels(query, insight), query.modifiers, context);
  },
};
