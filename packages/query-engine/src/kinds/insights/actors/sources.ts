import type { SeriesNode } from '@tidemark/contracts';
import {
  funnelsQuerySchema,
  lifecycleQuerySchema,
  pathsQuerySchema,
  retentionQuerySchema,
  stickinessQuerySchema,
  trendsQuerySchema,
} from '@tidemark/contracts';
import { HogQLError } from '@tidemark/hogql';
import type {
  ActorOptions,
  InsightActors,
  InsightContext,
  InsightPlan,
  InsightPoint,
} from '@tidemark/insights';
import {
  InsightError,
  funnelOptions,
  lifecycleActors,
  lifecycleNodes,
  lifecycleOptions,
  pathActors,
  pathSeries,
  planFunnels,
  planLifecycle,
  planPaths,
  planRetention,
  planStickiness,
  planTrends,
  retentionEntities,
  retentionOptions,
  retentionRowActors,
  stickinessActors,
  stickinessOptions,
  trendsActors,
  trendsOptions,
  withoutFormulas,
} from '@tidemark/insights';
import type { z } from 'zod';
import { checkedSource } from '../../checked-source';
import type { KindContext } from '../../kind';
import type { QueryOverrides } from '../../overrides';
import type { InsightNeeds } from '../insight-context';
import { insightContext } from '../insight-context';
import { overrideInsight } from '../override-insight';

/** An insight whose numbers stand for actors. */
interface SourceDefinition<Query extends { readonly kind: string }> {
  readonly schema: z.ZodType<Query>;
  /** What the insight names, if not its own `series`. */
  readonly series?: (query: Query) => readonly SeriesNode[];
  readonly actors: (query: Query, point: InsightPoint, context: InsightContext) => InsightActors;
  /** What can be asked about, from the insight's own answer. */
  readonly options: (query: Query, context: InsightContext) => InsightPlan<ActorOptions>;
}

/** A source with its query read. */
export interface ReadSource {
  readonly insight: InsightContext;
  actors(point: InsightPoint): InsightActors;
  options(): InsightPlan<ActorOptions>;
}

interface RegisteredSource {
  read(body: object, context: KindContext): Promise<ReadSource>;
  override(body: object, overrides: QueryOverrides): object;
}

/** Kinds of insights by name. A new one is one more entry. */
const SOURCES: Readonly<Record<string, RegisteredSource>> = {
  TrendsQuery: registered({
    schema: trendsQuerySchema,
    actors: trendsActors,
    options: (query, context) =>
      mapped(planTrends(withoutFormulas(query), context), (of) =>
        trendsOptions(query, of, context),
      ),
  }),
  LifecycleQuery: registered({
    schema: lifecycleQuerySchema,
    series: (query) => lifecycleNodes(query).map(({ node }) => node),
    actors: lifecycleActors,
    options: (query, context) => mapped(planLifecycle(query, context), lifecycleOptions),
  }),
  StickinessQuery: registered({
    schema: stickinessQuerySchema,
    actors: stickinessActors,
    options: (query, context) =>
      mapped(planStickiness(query, context), (of) => stickinessOptions(query, of)),
  }),
  RetentionQuery: registered({
    schema: retentionQuerySchema,
    series: (query) => {
      const { target, returning } = retentionEntities(query);
      return [target, returning];
    },
    actors: retentionRowActors,
    options: (query, context) => mapped(planRetention(query, context), retentionOptions),
  }),
  FunnelsQuery: registered({
    schema: funnelsQuerySchema,
    series: ({ series, funnelsFilter }) => [...series, ...(funnelsFilter?.exclusions ?? [])],
    actors: () => {
      throw new InsightError('Actors of a funnel are those of a FunnelsActorsQuery', 'source');
    },
    options: (query, context) =>
      mapped(planFunnels(query, context), (of) => funnelOptions(query, of, context)),
  }),
  PathsQuery: registered({
    schema: pathsQuerySchema,
    series: pathSeries,
    actors: (query, _point, context) => pathActors(query, context),
    options: (query, context) => mapped(planPaths(query, context), () => ({})),
  }),
};

/** @throws HogQLError for a kind that has no actors */
export function findInsightSource(kind: string): RegisteredSource {
  const source = Object.hasOwn(SOURCES, kind) ? SOURCES[kind] : undefined;
  if (source !== undefined) return source;
  throw new HogQLError(
    'hogql_not_implemented',
    `A ${kind.slice(0, 100)} cannot be asked for its actors`,
  );
}

function registered<Query extends { readonly kind: string }>({
  schema,
  series,
  actors,
  options,
}: SourceDefinition<Query>): RegisteredSource {
  return {
    async read(body, context) {
      const query = checkedSource(schema, body);
      const needs = { ...query, ...(series && { series: series(query) }) } as InsightNeeds;
      const insight = await insightContext(needs, context);
      return {
        insight,
        actors: (point) => actors(query, point, insight),
        options: () => options(query, insight),
      };
    },
    override: (body, overrides) => overrideInsight(checkedSource(schema, body), overrides),
  };
}

function mapped<From, To>(plan: InsightPlan<From>, make: (answer: From) => To): InsightPlan<To> {
  return { ...plan, answer: (rows) => make(plan.answer(rows)) };
}
