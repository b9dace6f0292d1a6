import type {
  ExperimentExposureQuery,
  ExperimentForQuery,
  ExperimentFunnelsQuery,
  ExperimentQuery,
  ExperimentTrendsQuery,
  QueryKind,
} from '@tidemark/contracts';
import {
  experimentExposureQuerySchema,
  experimentFunnelsQuerySchema,
  experimentQuerySchema,
  experimentTrendsQuerySchema,
} from '@tidemark/contracts';
import type { InsightContext, InsightPlan } from '@tidemark/insights';
import {
  experimentNodes,
  exposureNodes,
  planExperiment,
  planExposures,
  planOlderFunnels,
  planOlderTrends,
} from '@tidemark/insights';
import { QueryError } from '../../query-error';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { funnelSeries } from './funnels-query';
import { insightContext } from './insight-context';
import { runInsight } from './run-plan';

/** The effect of an experiment on a metric. */
export const experimentQuery = experimentKind<ExperimentQuery>({
  kind: 'ExperimentQuery',
  schema: experimentQuerySchema,
  nodes: ({ metric }, experiment) => experimentNodes(metric, experiment),
  breakdown: ({ metric }) => metric.breakdownFilter,
  plan: planExperiment,
});

/** The number of exposed units of an experiment by day. */
export const experimentExposureQuery = experimentKind<ExperimentExposureQuery>({
  kind: 'ExperimentExposureQuery',
  schema: experimentExposureQuerySchema,
  nodes: ({ exposure_criteria }) => exposureNodes(exposure_criteria ?? null),
  breakdown: () => null,
  plan: planExposures,
});

/** `ExperimentTrendsQuery`: results of a trend, for experiments that were created before 2025. */
export const experimentTrendsQuery = experimentKind<ExperimentTrendsQuery>({
  kind: 'ExperimentTrendsQuery',
  schema: experimentTrendsQuerySchema,
  nodes: ({ count_query: counts, exposure_query: exposures }) => [
    ...counts.series,
    ...(exposures?.series ?? []),
  ],
  breakdown: () => null,
  plan: planOlderTrends,
});

/** `ExperimentFunnelsQuery`: results of a funnel, for experiments that were created before 2025. */
export const experimentFunnelsQuery = experimentKind<ExperimentFunnelsQuery>({
  kind: 'ExperimentFunnelsQuery',
  schema: experimentFunnelsQuerySchema,
  nodes: ({ funnels_query: query }) => funnelSeries(query),
  breakdown: () => null,
  plan: planOlderFunnels,
});

interface OfExperiment {
  readonly kind: QueryKind;
  readonly experiment_id: number;
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
}

type Needs = Parameters<typeof insightContext>[0];

/** The definition of a kind on one experiment, which may be edited at any time: results are stored for minutes. */
function experimentKind<Query extends OfExperiment>({
  kind,
  schema,
  nodes,
  breakdown,
  plan,
}: Pick<QueryKindDefinition<Query>, 'kind' | 'schema'> & {
  readonly nodes: (query: Query, experiment: ExperimentForQuery) => Needs['series'];
  readonly breakdown: (query: Query) => Needs['breakdownFilter'];
  readonly plan: (
    query: Query,
    experiment: ExperimentForQuery,
    context: InsightContext,
  ) => InsightPlan<object>;
}): QueryKindDefinition<Query> {
  return {
    ...CALCULATED,
    kind,
    schema,
    staleness: 'any_event',
    async respond(query, context) {
      const experiment = await experimentOf(query, context);
      const insight = await insightContext(
        { series: nodes(query, experiment), breakdownFilter: breakdown(query) },
        context,
      );
      return runInsight(() => plan(query, experiment, insight), query.modifiers, context);
    },
  };
}

/** @throws QueryError 400 for an experiment that the project does not have */
export async function experimentOf(
  { experiment_id: id }: Pick<OfExperiment, 'experiment_id'>,
  { project, lookups }: KindContext,
): Promise<ExperimentForQuery> {
  const experiment = await lookups.findExperiment(project.id, id);
  if (experiment !== null) return experiment;
  const detail = `Experiment with id ${id} not found`;
  throw new QueryError(400, 'validation_error', 'invalid_input', detail, true, {
    attr: 'experiment_id',
  });
}
