import type { TrendsQuery } from '@tidemark/contracts';
import { trendsQuerySchema } from '@tidemark/contracts';
import { goalSeries, planTrendsView } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { overrideInsight } from './override-insight';
import { insightContext } from './insight-context';
import { runInsight } from './run-plan';

/** Series of numbers over time (`wire/insights.md` §3). */
export const trendsQuery: QueryKindDefinition<TrendsQuery> = {
  kind: 'TrendsQuery',
  schema: trendsQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const goal = query.conversionGoal;
    const goals = goal === null || goal === undefined ? [] : [goalSeries(goal)];
    const insight = await insightContext(
      { ...query, series: [...query.series, ...goals] },
      context,
    );
    return runInsight(() => planTrendsView(query, insight), query.modifiers, context);
  },
};
