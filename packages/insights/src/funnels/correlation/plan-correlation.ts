import type { FunnelCorrelationQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import type { InsightPlan } from '../../insight/plan';
import type { ActorsInFunnel } from './actors-in-funnel';
import { actorsInFunnel } from './actors-in-funnel';
import { candidates } from './candidates';
import type { CorrelationResults, ElementsOf } from './results';
import { correlationResults, NO_CORRELATIONS } from './results';

export interface FunnelCorrelationResponse {
  readonly results: CorrelationResults;
  readonly columns: readonly string[];
  readonly types: readonly (readonly [column: string, type: string])[];
  readonly hasMore: false;
  readonly limit: null;
  readonly offset: null;
}

/** The number of strongest positive, and of strongest negative, correlations in the response. */
const SHOWN = 10;

/** The number of actors, or the share of all, that a candidate needs to be included. */
const LEAST_ACTORS = 25;
const LEAST_SHARE = 0.02;

const COLUMNS = [
  ['name', 'String'],
  ['success_count', 'UInt64'],
  ['failure_count', 'UInt64'],
] as const;

/**
 * FunnelCorrelationQuery: the events or properties that correlate with conversion, by odds ratio. A prior of one is
 * added to each cell of the contingency table, so that none is empty.
 *
 * @param elementsOf reads a chain of autocaptured elements
 * @throws InsightError
 */
export function planFunnelCorrelation(
  query: FunnelCorrelationQuery,
  context: InsightContext,
  elementsOf: ElementsOf,
): InsightPlan<FunnelCorrelationResponse> {
  const { series, samplingFactor } = query.source.source;
  const responseOf = (results: CorrelationResults): FunnelCorrelationResponse => ({
    results,
    columns: COLUMNS.map(([name]) => name),
    types: COLUMNS,
    hasMore: false,
    limit: null,
    offset: null,
  });
  if (series.length === 0) return { statements: [], shape: () => responseOf(NO_CORRELATIONS) };
  const funnel = actorsInFunnel(query, context);
  return {
    statements: [rankedStatement(candidates(query, funnel), funnel)],
    shape: ([rows = []]) => responseOf(correlationResults(rows, { samplingFactor, elementsOf })),
  };
}

/** The candidates with the most uneven odds, with the totals; the totals alone when there are none. */
function rankedStatement(counts: Statement, { actors }: ActorsInFunnel): Statement {
  return statement(
    `SELECT success_total, failure_total, counts, name, success, failure
     FROM (
       SELECT success_total, failure_total, counts, name, success, failure, row_number() OVER (
         PARTITION BY counts, odds > 1 ORDER BY if(odds > 1, 0 - odds, odds), name) AS place
       FROM (
         SELECT t.success_total AS success_total, t.failure_total AS failure_total, c.name AS name,
           c.success AS success, c.failure AS failure,
           c.one = 1 AND c.success + c.failure >=
             least(${LEAST_ACTORS}, ${LEAST_SHARE} * (t.success_total + t.failure_total)) AS counts,
           ((c.success + 1) * (t.failure_total - c.failure + 1)) /
             ((t.success_total - c.success + 1) * (c.failure + 1)) AS odds
         FROM (
           SELECT 1 AS one, countDistinctIf(actor, converted) AS success_total,
             countDistinctIf(actor, NOT converted) AS failure_total
           FROM ({actors})
         ) AS t
         LEFT JOIN {counts} AS c ON t.one = c.one
       )
     )
     WHERE place <= ${SHOWN}
     ORDER BY place`,
    { actors, counts },
  );
}
