import type { QueryStatus } from '@tidemark/contracts';
import type { Failure } from './failure';
import { RUN_TIMES } from './times';

/** The status a run starts with. */
export function queuedStatus(run: {
  readonly id: string;
  readonly projectId: number;
  readonly token: string;
  readonly now: Date;
}): QueryStatus {
  return {
    id: run.id,
    team_id: run.projectId,
    query_async: true,
    complete: false,
    error: false,
    error_message: null,
    error_code: null,
    results: null,
    start_time: run.now.toISOString(),
    pickup_time: null,
    end_time: null,
    expiration_time: expiry(run.now),
    task_id: run.token,
    labels: null,
    insight_id: null,
    dashboard_id: null,
    query_progress: null,
  };
}

export function pickedUp(status: QueryStatus, now: Date): QueryStatus {
  return { ...status, pickup_time: now.toISOString(), expiration_time: expiry(now) };
}

export function succeeded(
  status: QueryStatus,
  answer: { readonly results: unknown; readonly bytesRead: number },
  now: Date,
): QueryStatus {
  return { ...finished(status, now), results: answer.results, bytes_read: answer.bytesRead };
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
