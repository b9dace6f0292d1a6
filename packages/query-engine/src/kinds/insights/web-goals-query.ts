import type { WebGoalsQuery } from '@tidemark/contracts';
import { webGoalsQuerySchema } from '@tidemark/contracts';
import { planWebGoals } from '@tidemark/insights';
import type { QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { insightContext } from './insight-context';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

const MAX_GOALS = 5;

/** The visitors who reached the goals of the project. */
export const webGoalsQuery: QueryKindDefinition<WebGoalsQuery> = {
  ...CALCULATED,
  kind: 'WebGoalsQuery',
  schema: webGoalsQuerySchema,
  staleness: 'own_interval',
  override: overrideInsight([]),
  async respond(query, context) {
    const goals = await context.lookups.findGoals(context.project.id, MAX_GOALS);
    const insight = await insightContext({ series: [], dateRange: query.dateRange }, context);
    return runInsight(() => planWebGoals(query, goals, insight), query.modifiers, context);
  },
};
