import { randomUUID } from 'node:crypto';
import type { Logger } from '@tidemark/platform';
import type { QueryRunStore } from '@tidemark/redis';
import { startHeartbeat } from '../background/heartbeat';
import { pickedUp, queuedStatus } from '../background/status';
import { stillRunning } from '../execute/run-errors';
import type { QueryRequest } from '../query-request';
import { cacheKeyOf } from '../cache/cache-key';

export interface NamedRunDeps {
  readonly runs: QueryRunStore;
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * Runs a query for which a client waits, so that every process can find and cancel it by the client's id: it has a
 * record with a lease while it runs. `signal` fires when the record is cancelled. The record is optional: without
 * Redis the query runs without one.
 *
 * @throws QueryError `query_already_running` when the id belongs to another query
 */
export async function asNamedRun<T>(
  deps: NamedRunDeps,
  request: QueryRequest,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const record = request.isNamed === true ? await created(deps, request) : null;
  if (record === null) return work(signal);
  try {
    return await work(AbortSignal.any([signal, record.cancelled]));
  } finally {
    await record.close();
  }
}

interface Record {
  readonly cancelled: AbortSignal;
  close(): Promise<void>;
}

async function created(deps: NamedRunDeps, request: QueryRequest): Promise<Record | null> {
  const { runs, logger } = deps;
  const token = randomUUID();
  const now = deps.now();
  const status = { ...pickedUp(queuedStatus(request, now), token, now), query_async: false };
  try {
    const started = await runs.createOrJoin({ token, request, status });
    if (!started.created) {
      const other = started.run.request as QueryRequest;
      if (started.run.hasLeft || cacheKeyOf(other) !== cacheKeyOf(request)) throw stillRunning();
      // A client repeated the same query: one record is enough.
      return null;
    }
    await runs.claim({ token, status }, token);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'query_already_running') {
      throw error;
    }
    logger.warn(
      { err: error, projectId: request.project.id },
      'a query cannot be registered under its client_query_id',
    );
    return null;
  }
  const heartbeat = startHeartbeat(deps, { token, status }, token);
  return {
    cancelled: heartbeat.lost,
    async close() {
      heartbeat.stop();
      try {
        await runs.remove(request.project.id, { queryId: request.queryId, token });
      } catch (error) {
        // The record's lease expires.
        logger.warn(
          { err: error, projectId: request.project.id },
          'the record of a finished query could not be removed',
        );
      }
    },
  };
}
