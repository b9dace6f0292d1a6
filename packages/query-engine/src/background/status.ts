import type { QueryStatus } from '@tidemark/contracts';
import type { QueryRequest } from '../query-request';
import type { Failure } from './failure';
import { RUN_TIMES } from './times';

/** The initial status of a run. `task_id` is that of the worker's task: null until a worker has taken the run. */
export function queuedStatus(
  { project, queryId, startedBy }: Pick<QueryRequest, 'project' | 'queryId' | 'startedBy'>,
  now: Date,
): QueryStatus {
  const { insightId = null, dashboardId = null } = startedBy ?? {};
  return {
    id: queryId,
    team_id: project.id,
    query_async: true,
    complete: false,
    error: false,
    error_message: null,
    error_code: null,
    results: null,
    start_time: now.toISOString(),
    pickup_time: null,
    end_time: null,
    expiration_time: expiry(now),
    task_id: null,
    labels: startedBy === undefined ? null : [dashboardId === null ? 'insight' : 'dashboard'],
    insight_id: insightId,
    dashboard_id: dashboardId,
    query_progress: null,
  };
}

/** @param taskId the task of the worker that takes it */
export function pickedUp(status: QueryStatus, taskId: string, now: Date): QueryStatus {
  return {
    ...status,
    task_id: taskId,
    pickup_time: now.toISOString(),
    expiration_time: expiry(now),
  };
}

export function succeeded(
  status: QueryStatus,
  computed: { readonly results: unknown; readonly bytesRead: number },
  now: Date,
): QueryStatus {
  return { ...finished(status, now), results: computed.results, bytes_read: computed.bytesRead };
}

export function failed(status: QueryStatus, failure: Failure, now: Date): QueryStatus {
  return {
    ...finished(status, now),
    error: true,
    error_message: failure.message,
    error_code: failure.code,
  };
}

function finished(status: QueryStatus, now: Date): QueryStatus {
  return {
    ...status,
    complete: true,
    end_time: now.toISOString(),
    expiration_time: expiry(now),
  };
}

function expiry(now: Date): string {
  return new Date(now.getTime() + RUN_TIMES.ttlSeconds * 1000).toISOString();
}
