import { AlertError, judge, neededDateFrom, readResponse } from '@tidemark/domain';
import type { Verdict } from '@tidemark/domain';
import { randomUUID } from 'node:crypto';
import type { Alert, InsightRepository, Project } from '@tidemark/postgres';
import type { AskDeps, KindedQuery } from '@tidemark/query-engine';
import { askQuery, readStoredQuery } from '@tidemark/query-engine';

/** The row limit of a client of the API. */
const MAX_ROWS = 10_000;

export interface EvaluationDeps extends AskDeps {
  readonly insights: Pick<InsightRepository, 'find'>;
  /** Aborted when this process stops. */
  readonly stopping: AbortSignal;
}

/** The result of a check and its query. */
export interface Evaluation {
  readonly query: KindedQuery;
  readonly verdict: Verdict;
}

/**
 * Runs the query of an alert's insight over the dates that the condition needs, and evaluates the condition.
 * @throws AlertError, HogQLError, QueryError; the query is reported to `ran` before it runs
 */
export async function evaluateAlert(
  deps: EvaluationDeps,
  alert: Alert,
  project: Project,
  ran: (query: KindedQuery) => void,
): Promise<Evaluation> {
  const query = await queryOf(deps, alert);
  ran(query);
  const { timezone, weekStartDay } = project;
  const clock = { now: deps.now(), timezone, weekStartDay };
  const response = await askQuery(
    deps,
    {
      project,
      query,
      queryId: randomUUID(),
      startedBy: { insightId: alert.insightId, dashboardId: null },
      maxRows: MAX_ROWS,
      name: 'alert',
    },
    deps.stopping,
  );
  const { condition, threshold, config, hysteresis } = alert;
  const series = readResponse(response, { config, condition, query, clock });
  return { query, verdict: judge(series, { condition, threshold, margin: hysteresis.margin }) };
}

async function queryOf({ insights }: EvaluationDeps, alert: Alert): Promise<KindedQuery> {
  const insight = await insights.find(alert.projectId, { id: alert.insightId });
  if (insight === null || insight.query === null) throw new AlertError('The insight has no query.');
  const plain = readStoredQuery(insight.query, {});
  const dateFrom = neededDateFrom(plain, alert.condition);
  if (dateFrom === null) return plain;
  return readStoredQuery(insight.query, { date_from: dateFrom, date_to: null });
}
