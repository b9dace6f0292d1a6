import type { SeriesNode } from '@tidemark/contracts';
import type {
  ActorOptions,
  InsightActors,
  InsightContext,
  InsightPlan,
  InsightPoint,
} from '@tidemark/insights';
import { checkedSource } from '../checked-source';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import type { QueryOverrides } from '../overrides';
import type { InsightNeeds } from './insight-context';
import { insightContext } from './insight-context';
import type { TakenFilter } from './override-insight';
import { overrideInsight } from './override-insight';
import { runInsight } from './run-plan';

/** How actors are found for the numbers of an insight. */
interface ActorsOfInsight<Query> {
  /** The series that the insight names, if they differ from the rows that it reads. */
  readonly series?: (query: Query) => readonly SeriesNode[];
  readonly actors: (query: Query, point: InsightPoint, context: InsightContext) => InsightActors;
  /** The parameters for actors that clients can choose, from the results of the insight. */
  readonly options: (query: Query, context: InsightContext) => InsightPlan<ActorOptions>;
}

/** An insight as a source of actors, with its parsed query. */
interface ReadSource {
  actors(point: InsightPoint): InsightActors;
  options(): InsightPlan<ActorOptions>;
}

/** An insight as a source of actors. */
export interface InsightSource {
  /** @throws HogQLError for a query that does not fit its kind */
  read(body: object, context: KindContext): Promise<ReadSource>;
  /** @throws HogQLError for a query that does not fit its kind */
  override(body: object, overrides: QueryOverrides): object;
}

export interface InsightKind<Query extends object> extends QueryKindDefinition<Query> {
  readonly override: (query: Query, overrides: QueryOverrides) => Query;
  /** Null if its numbers have no actors. */
  readonly source: InsightSource | null;
}

interface Insight {
  readonly kind: string;
  readonly dateRange?: InsightNeeds['dateRange'];
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The definition of an insight that `packages/insights` plans. */
export function insightKind<Query extends Insight>({
  takes,
  series,
  plan,
  actors,
  ...facts
}: Pick<QueryKindDefinition<Query>, 'kind' | 'schema' | 'staleness' | 'insightType'> & {
  /** Filters of dashboards that the kind supports in addition to those of all insights. */
  readonly takes: readonly TakenFilter[];
  /** The nodes that name actions or tables. */
  readonly series: (query: Query) => readonly SeriesNode[];
  readonly plan: (query: Query, context: InsightContext) => InsightPlan<object>;
  readonly actors: ActorsOfInsight<Query> | null;
}): InsightKind<Query> {
  const override = overrideInsight(takes);
  return {
    ...CALCULATED,
    ...facts,
    override,
    async respond(query, context) {
      const insight = await insightContext({ ...query, series: series(query) }, context);
      return runInsight(() => plan(query, insight), query.modifiers, context);
    },
    source: actors && {
      async read(body, context) {
        const query = checkedSource(facts.schema, body);
        const named = (actors.series ?? series)(query);
        const insight = await insightContext({ ...query, series: named }, context);
        return {
          actors: (point) => actors.actors(query, point, insight),
          options: () => actors.options(query, insight),
        };
      },
      override: (body, overrides) => override(checkedSource(facts.schema, body), overrides),
    },
  };
}

/** A plan with the same statements whose rows become another result. */
export function mapPlan<From, To>(
  plan: InsightPlan<From>,
  make: (from: From) => To,
): InsightPlan<To> {
  return { ...plan, shape: (rows) => make(plan.shape(rows)) };
}
