import type { ExperimentDay } from '@tidemark/domain';
import { dueDays, experimentDays, metricFingerprint } from '@tidemark/domain';
import type {
  Experiment,
  ExperimentRecalculation,
  ExperimentRepository,
  ExperimentResults,
  MetricReference,
  Project,
  ProjectRepository,
} from '@tidemark/postgres';
import type { CalculationDeps } from './calculate-day';
import { calculateDay } from './calculate-day';
import type { ExperimentMetrics } from './experiment-metrics';

type Document = Readonly<Record<string, unknown>>;

export interface ResultsDeps extends CalculationDeps {
  readonly results: ExperimentResults;
  readonly experiments: Pick<ExperimentRepository, 'findById'>;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly metrics: ExperimentMetrics;
}

/** Events arrive late: a day is calculated this long after its end. */
const GRACE_MS = 2 * 3_600_000;
/** How long after its end an experiment is looked at; longer than the grace, and an outage. */
const ENDED_MS = 7 * 24 * 3_600_000;
const MAX_RECALCULATIONS = 100;

/**
 * Calculates the days of running experiments that have ended and are not stored yet, for each metric.
 * @throws QueryError 503; the next call continues
 */
export async function calculateDueDays(deps: ResultsDeps): Promise<void> {
  const now = deps.now();
  const since = new Date(now.getTime() - ENDED_MS);
  for (const experiment of await deps.results.listMeasured(since)) {
    const project = await deps.projects.findById(experiment.projectId);
    if (project === null) continue;
    const days = daysOf(experiment, project, now);
    for (const { reference, metric } of metricsOf(experiment)) {
      const newest = await deps.results.newestDay(reference);
      const due = dueDays(days, newest, { now, graceMs: GRACE_MS });
      if (!(await calculateDays(deps, project, { reference, metric }, due))) return;
    }
  }
}

/**
 * Carries out the requests to calculate all days of a metric again. A request that a stopped process began is begun
 * again.
 * @throws QueryError 503; the next call continues
 */
export async function recalculate(deps: ResultsDeps): Promise<void> {
  for (const request of await deps.results.listRecalculations(MAX_RECALCULATIONS)) {
    await deps.results.beginRecalculation(request.id);
    const done = await recalculateMetric(deps, request);
    if (!done) return;
    await deps.results.finishRecalculation(request.id);
  }
}

/** Returns false if this process stops. */
async function recalculateMetric(
  deps: ResultsDeps,
  request: ExperimentRecalculation,
): Promise<boolean> {
  const { projectId, experimentId, metric } = request;
  const project = await deps.projects.findById(projectId);
  const experiment = await deps.experiments.findById(projectId, experimentId);
  if (project === null || experiment === null) return true;
  const now = deps.now();
  const ended = daysOf(experiment, project, now).filter(({ until }) => until <= now);
  return calculateDays(deps, project, { reference: request, metric }, ended);
}

function daysOf(experiment: Experiment, project: Project, now: Date): readonly ExperimentDay[] {
  const { startDate, endDate } = experiment;
  if (startDate === null) return [];
  return experimentDays({ startDate, endDate, timezone: project.timezone }, now);
}

/** Returns false if this process stops. */
async function calculateDays(
  deps: ResultsDeps,
  project: Project,
  { reference, metric }: { readonly reference: MetricReference; readonly metric: Document },
  days: readonly ExperimentDay[],
): Promise<boolean> {
  const measured = { experimentId: reference.experimentId, metric };
  for (const day of days) {
    const result = await calculateDay(deps, project, measured, day);
    if (result === null) return false;
    await deps.results.store(reference, result);
    deps.metrics.days.inc({ outcome: result.error === null ? 'completed' : 'failed' });
  }
  return true;
}

/** All metrics of an experiment that have a uuid, also shared ones. */
function metricsOf(
  experiment: Experiment,
): readonly { readonly reference: MetricReference; readonly metric: Document }[] {
  const { id: experimentId, projectId, metrics, metricsSecondary, savedMetrics } = experiment;
  const all = [...metrics, ...metricsSecondary, ...savedMetrics.map(({ query }) => query)];
  return all.flatMap((metric) => {
    const { uuid: metricUuid } = metric;
    if (typeof metricUuid !== 'string') return [];
    const fingerprint = metricFingerprint(metric, experiment);
    return [{ reference: { projectId, experimentId, metricUuid, fingerprint }, metric }];
  });
}
