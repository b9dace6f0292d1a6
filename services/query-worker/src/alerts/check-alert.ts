import type { AlertJob } from '@tidemark/contracts';
import {
  AlertError,
  firstLoudTime,
  nextCheckAt,
  nextIncidentState,
  retryAt,
} from '@tidemark/domain';
import type { QuietHours } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type {
  Alert,
  AlertChecks,
  AlertClaim,
  FinishedCheck,
  Project,
  ProjectRepository,
} from '@tidemark/postgres';
import { alertState } from '@tidemark/postgres';
import type { KindedQuery } from '@tidemark/query-engine';
import { visibleFailure } from '@tidemark/query-engine';
import type { AlertMetrics } from './alert-metrics';
import type { EvaluationDeps } from './evaluate-alert';
import { evaluateAlert } from './evaluate-alert';

export interface AlertDeps extends EvaluationDeps {
  readonly checks: AlertChecks;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly metrics: AlertMetrics;
  readonly logger: Logger;
}

/**
 * Checks a due alert and stores the results: the check, the state, and a notification of an incident that begins or
 * ends. A failed check is stored too, and tried again.
 */
export async function checkAlert(deps: AlertDeps, job: AlertJob): Promise<void> {
  const { checks, metrics } = deps;
  const now = deps.now();
  const claim = await checks.claim({ projectId: job.project_id, alertId: job.alert_id }, now);
  if (claim === null) return;
  const project = await deps.projects.findById(job.project_id);
  if (project === null) return;
  const quiet = quietHoursOf(claim.alert, project);
  const loud = firstLoudTime(now, quiet);
  if (loud > now) return checks.postpone(claim, loud);
  metrics.late.observe(Math.max(0, now.getTime() - claim.alert.nextCheckAt.getTime()) / 1_000);
  const elapsed = metrics.seconds.startTimer();
  const { check, outcome } = await runCheck(deps, claim, project);
  elapsed();
  if (check === null) return;
  const kept = await checks.finish(claim, check);
  metrics.checks.inc({ outcome: kept ? outcome : 'lost' });
  if (kept && check.change !== null) metrics.incidents.inc({ change: check.change });
}

/** Returns null when this process stops: another process checks the alert. */
async function runCheck(
  deps: AlertDeps,
  { alert }: AlertClaim,
  project: Project,
): Promise<{ readonly check: FinishedCheck | null; readonly outcome: string }> {
  const now = deps.now();
  const regular = nextCheckAt(alert.calculationInterval, now, {
    ...quietHoursOf(alert, project),
    minute: alert.createdAt.getUTCMinutes(),
  });
  let query: KindedQuery | null = null;
  try {
    const { verdict } = await evaluateAlert(deps, alert, project, (ran) => (query = ran));
    const { value, bounds, at, outcome } = verdict;
    const { state, change } = nextIncidentState(alert, verdict, alert.hysteresis);
    const shown = alertState({ ...alert, failedChecks: 0, firing: state.firing }, now);
    const found = { value, ...bounds, at, query, error: null, change, incident: state };
    return { check: { now, state: shown, ...found, nextCheckAt: regular }, outcome };
  } catch (error) {
    if (deps.stopping.aborted) return { check: null, outcome: 'stopped' };
    deps.logger.warn({ err: error, alertId: alert.id }, 'an alert could not be checked');
    const again = retryAt(alert.failedChecks + 1, now, regular);
    return {
      check: failedCheck({ alert, now, query, error, nextCheckAt: again }),
      outcome: 'failed',
    };
  }
}

/** A failed check leaves the incident unchanged. */
function failedCheck({
  alert,
  error,
  ...rest
}: Pick<FinishedCheck, 'now' | 'query' | 'nextCheckAt'> & {
  readonly alert: Alert;
  readonly error: unknown;
}): FinishedCheck {
  const reason = error instanceof AlertError ? error.message : visibleFailure(error).message;
  return {
    ...rest,
    state: 'Errored',
    value: null,
    lower: null,
    upper: null,
    at: null,
    error: reason ?? 'The check failed. It will be tried again.',
    change: null,
    incident: alert,
  };
}

function quietHoursOf(alert: Alert, { timezone }: Project): QuietHours {
  const { skipWeekend, scheduleRestriction: restriction } = alert;
  return { timezone, skipWeekend, restriction };
}
