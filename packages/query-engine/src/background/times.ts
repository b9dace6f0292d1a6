import type { QueryRunTimes } from '@tidemark/redis';

/**
 * Times of background runs (`docs/wire/query-runs.md#status-lifetime` and `docs/wire/query-runs.md#worker-lease`). A
 * worker that dies is silent for the lease; the queue hands its job on within ten seconds; a run that no worker has
 * taken by then counts as failed.
 */
export const RUN_TIMES: QueryRunTimes = {
  ttlSeconds: 20 * 60,
  leaseMs: 5_000,
  lostAfterMs: 12_000,
};

/** Several heartbeats fit into a lease, so that one late one costs nothing. */
export const HEARTBEAT_MS = 1_000;
