import type { PathsQuery } from '@tidemark/contracts';
import { pathsQuerySchema } from '@tidemark/contracts';
import { pathSeries, planPaths } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** Which way actors went (`wire/insights.md` §6). */
export const pathsQuery: QueryKindDefinition<PathsQuery> = {
  kind: 'PathsQuery',
  schema: pathsQuerySchema,
  hasCacheKeys: true,
  override: overrideInsight,
  async run(query, context) {
    const insight = await insightContext({ ...query, series: pathSeries(query) }, context);
    return runInsight(() => planPaths(query, insight), query.modifiers, context);
  },
};
