import type { QueryRunTimes } from '@tidemark/redis';

/**
 * Times of background runs (`wire/query.md` §3, §10.9). A worker that dies is silent for the lease; the queue
 * hands its job on within ten seconds; what nobody took by then is told as failed.
 */
export const RUN_TIMES: QueryRunTimes = {
  ttlSeconds: 20 * 60,
  leaseMs: 5_000,
  lostAfterMs: 12_000,
};

/** Several heartbeats fit into a lease, so that one late one costs nothing. */
export const HEARTBEAT_MS = 1_000;
