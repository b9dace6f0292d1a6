import { randomUUID } from 'node:crypto';
import type { ReportInsight, SubscriptionReport } from '@tidemark/contracts';
import type { Project, SubscriptionChart } from '@tidemark/postgres';
import type { AskDeps } from '@tidemark/query-engine';
import { askQuery, readStoredQuery, visibleFailure } from '@tidemark/query-engine';
import type { DrawnChart } from '@tidemark/reports';
import type { Choice, ChosenInsight } from './choose-insights';
import { nameOfInsight } from './choose-insights';

/** The row limit of a client of the API; the message shows fewer. */
const MAX_ROWS = 10_000;

export interface ReportDeps extends AskDeps {
  /** Aborted when this process stops. */
  readonly stopping: AbortSignal;
}

export interface ComposedReport {
  readonly report: SubscriptionReport;
  readonly charts: readonly SubscriptionChart[];
}

/**
 * Runs the queries of the chosen insights and draws their charts. For a query that fails, the message contains the
 * reason instead of the results.
 */
export async function composeReport(
  deps: ReportDeps,
  project: Project,
  { resource, insights, total }: Choice,
): Promise<ComposedReport> {
  const shown: ReportInsight[] = [];
  const charts: SubscriptionChart[] = [];
  const dashboardId = resource.type === 'dashboard' ? resource.id : null;
  // The queries run one after another, so that a message does not take all slots of the engine.
  for (const chosen of insights) {
    const { insight, chart } = await readOne(deps, project, chosen, dashboardId);
    if (chart !== null) charts.push({ position: shown.length, ...chart });
    shown.push(insight);
  }
  const { type, name, path } = resource;
  return {
    report: { resource: { type, name, path }, insights: shown, total_insight_count: total },
    charts,
  };
}

async function readOne(
  deps: ReportDeps,
  project: Project,
  { insight, overrides }: ChosenInsight,
  dashboardId: number | null,
): Promise<{
  readonly insight: ReportInsight;
  readonly chart: DrawnChart | null;
}> {
  const known = { id: insight.id, short_id: insight.shortId, name: nameOfInsight(insight) };
  try {
    if (insight.query === null) return failed(known, 'The insight has no query.');
    const query = readStoredQuery(insight.query, overrides.filters, overrides.variables);
    const response = await askQuery(
      deps,
      {
        project,
        query,
        queryId: randomUUID(),
        startedBy: { insightId: insight.id, dashboardId },
        maxRows: MAX_ROWS,
        name: 'subscription',
      },
      deps.stopping,
    );
    // The module is loaded with the first message: a process that draws nothing does not need the memory of its
    // libraries.
    const { drawChart, readInsight } = await import('@tidemark/reports');
    const { table, chart } = readInsight(query, response);
    const drawn = chart === null ? null : await drawChart(chart);
    return {
      insight: { ...known, table, has_chart: drawn !== null, query_error: null },
      chart: drawn,
    };
  } catch (error) {
    if (deps.stopping.aborted) throw error;
    const { message } = visibleFailure(error);
    // An error without a message for users is an internal failure, which a retry may repair.
    if (message === null) throw error;
    return failed(known, message);
  }
}

function failed(known: Pick<ReportInsight, 'id' | 'short_id' | 'name'>, error: string) {
  return { insight: { ...known, table: null, has_chart: false, query_error: error }, chart: null };
}
