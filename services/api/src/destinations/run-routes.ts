import {
  hogFunctionLogsSchema,
  hogFunctionMetricsSchema,
  hogFunctionRunSchema,
  hogFunctionTotalsSchema,
  pageOf,
} from '@tidemark/contracts';
import type {
  DeliveryAttempt,
  DeliveryCount,
  DeliveryRun,
  LoggedAttempt,
} from '@tidemark/postgres';
import { deliveryStates } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { choiceParameter, numberParameter, pageParameters, parameter } from '../query-parameters';
import { found } from '../resource';
import { wireTime, wireTimeOrNull } from '../wire-time';
import type { DestinationRouteDeps } from './deps';
import { DETAIL, destinationParams, READ, WRITE } from './deps';
import { invalid } from './destination-fields';

const runParams = destinationParams.extend({ run_id: z.uuid() });
const replayed = z.object({ replayed: z.int() });
const MAX_LOGS = 500;
const DAY_MS = 24 * 3_600_000;

const listQuery = z.object({
  ...pageParameters,
  state: choiceParameter('Only deliveries in this state.', deliveryStates),
});
const logsQuery = z.object({
  limit: numberParameter('Number of lines, at most 500. Default: 50.'),
  instance_id: parameter('Only the delivery of this id.'),
});
const metricsQuery = z.object({
  after: parameter('ISO 8601; default: seven days ago.'),
  before: parameter('ISO 8601; default: now.'),
  interval: choiceParameter('Interval of the series. Default: day.', ['hour', 'day', 'week']),
});

/** Routes for the deliveries of a destination and for sending failed ones again. */
export function createRunRoutes(deps: DestinationRouteDeps): readonly ProjectRoute[] {
  const { deliveryLog, destinations, now } = deps;
  const requireDestination = async (projectId: number, id: string) =>
    found(await destinations.find(projectId, id));
  const countsIn = async (projectId: number, id: string, { searchParams }: URL) => {
    await requireDestination(projectId, id);
    const range = rangeOf(searchParams, now());
    return { range, counts: await deliveryLog.counts(projectId, id, range) };
  };

  return [
    projectRoute({
      name: 'hog_functions_runs_list',
      summary: 'List deliveries of a destination',
      method: 'GET',
      path: `${DETAIL}runs/`,
      access: READ,
      params: destinationParams,
      query: listQuery,
      response: pageOf(hogFunctionRunSchema),
      async handle({ caller: { project }, params: { id }, url }) {
        await requireDestination(project.id, id);
        const page = defaultPage(url);
        const state = deliveryStates.find((known) => known === url.searchParams.get('state'));
        const listed = await deliveryLog.list(project.id, id, { state, page });
        return pageBody(url, page, listed, runBody);
      },
    }),
    projectRoute({
      name: 'hog_functions_runs_replay',
      summary: 'Send a failed delivery again',
      method: 'POST',
      path: `${DETAIL}runs/:run_id/replay/`,
      access: WRITE,
      params: runParams,
      response: replayed,
      async handle({ caller: { project }, params: { id, run_id: runId } }) {
        await requireDestination(project.id, id);
        return { replayed: await deliveryLog.replay(project.id, id, runId) };
      },
    }),
    projectRoute({
      name: 'hog_functions_replay',
      summary: 'Send all failed deliveries of a destination again',
      method: 'POST',
      path: `${DETAIL}replay/`,
      access: WRITE,
      params: destinationParams,
      response: replayed,
      async handle({ caller: { project }, params: { id } }) {
        await requireDestination(project.id, id);
        return { replayed: await deliveryLog.replay(project.id, id, null) };
      },
    }),
    projectRoute({
      name: 'hog_functions_logs_retrieve',
      summary: 'Read the log of a destination',
      method: 'GET',
      path: `${DETAIL}logs/`,
      access: READ,
      params: destinationParams,
      query: logsQuery,
      response: hogFunctionLogsSchema,
      async handle({ caller: { project }, params: { id }, url: { searchParams } }) {
        await requireDestination(project.id, id);
        const limit = Math.min(MAX_LOGS, Number(searchParams.get('limit')) || 50);
        const delivery = z.uuid().safeParse(searchParams.get('instance_id'));
        const deliveryId = delivery.success ? delivery.data : undefined;
        const rows = await deliveryLog.attempts(project.id, id, { deliveryId, limit });
        return { count: rows.length, results: rows.map((row) => logBody(id, row)) };
      },
    }),
    projectRoute({
      name: 'hog_functions_metrics_retrieve',
      summary: 'Count deliveries of a destination over time',
      method: 'GET',
      path: `${DETAIL}metrics/`,
      access: READ,
      params: destinationParams,
      query: metricsQuery,
      response: hogFunctionMetricsSchema,
      async handle({ caller: { project }, params: { id }, url }) {
        const { counts } = await countsIn(project.id, id, url);
        return {
          labels: counts.map(({ at }) => wireTime(at)),
          series: [
            { name: 'success', values: counts.map(({ delivered }) => delivered) },
            { name: 'failure', values: counts.map(({ failed }) => failed) },
          ],
        };
      },
    }),
    projectRoute({
      name: 'hog_functions_metrics_totals_retrieve',
      summary: 'Count deliveries of a destination',
      method: 'GET',
      path: `${DETAIL}metrics/totals/`,
      access: READ,
      params: destinationParams,
      query: metricsQuery,
      response: hogFunctionTotalsSchema,
      async handle({ caller: { project }, params: { id }, url }) {
        const { counts } = await countsIn(project.id, id, url);
        const sum = (field: 'delivered' | 'failed') =>
          counts.reduce((total: number, count: DeliveryCount) => total + count[field], 0);
        return { totals: { success: sum('delivered'), failure: sum('failed') } };
      },
    }),
  ];
}

function rangeOf(parameters: URLSearchParams, now: Date) {
  const timeOf = (name: 'after' | 'before', otherwise: Date): Date => {
    const text = parameters.get(name) ?? '';
    if (text === '') return otherwise;
    const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
    if (Number.isNaN(time.getTime())) throw invalid(name, 'An ISO 8601 timestamp is expected.');
    return time;
  };
  const unit = (['hour', 'day', 'week'] as const).find(
    (known) => known === (parameters.get('interval') ?? 'day'),
  );
  if (unit === undefined) throw invalid('interval', 'hour, day or week is expected.');
  return {
    after: timeOf('after', new Date(now.getTime() - 7 * DAY_MS)),
    before: timeOf('before', now),
    unit,
  };
}

function runBody(run: DeliveryRun) {
  return {
    id: run.id,
    event_uuid: run.eventUuid,
    event: run.eventName,
    state: run.state,
    attempts: run.attempts,
    due_at: run.state === 'waiting' ? wireTime(run.dueAt) : null,
    created_at: wireTime(run.createdAt),
    finished_at: wireTimeOrNull(run.finishedAt),
    latest_attempt: run.latestAttempt && attemptBody(run.latestAttempt),
  };
}

function attemptBody(attempt: DeliveryAttempt) {
  return {
    started_at: wireTime(attempt.startedAt),
    duration_ms: attempt.durationMs,
    outcome: attempt.isSuccess ? ('success' as const) : ('failure' as const),
    status: attempt.status,
    request: attempt.request === null ? null : { ...attempt.request },
    response: attempt.response,
    error: attempt.error,
  };
}

function logBody(destinationId: string, attempt: LoggedAttempt) {
  const { number, durationMs, status, error } = attempt;
  const outcome = status === null ? 'delivered' : `the receiver returned ${status}`;
  return {
    log_source_id: destinationId,
    instance_id: attempt.deliveryId,
    timestamp: wireTime(attempt.startedAt),
    level: attempt.isSuccess ? ('INFO' as const) : ('ERROR' as const),
    message: `Attempt ${number}, ${durationMs} ms: ${error ?? outcome}`,
  };
}
