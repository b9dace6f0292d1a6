import type { QueryRunTimes } from '@tidemark/redis';

/**
 * Times of background runs (`docs/wire/query-runs.md#status-lifetime` and `docs/wire/query-runs.md#worker-lease`).
 * When a worker crashes, the lease must expire first; the queue passes its job on within ten seconds; a run that no
 * worker has taken by then counts as failed.
 */
export const RUN_TIMES: QueryRunTimes = {
  ttlSeconds: 20 * 60,
  leaseMs: 5_000,
  lostAfterMs: 12_000,
};

/** A lease is several heartbeats long, so that a single late one has no effect. */
export const HEARTBEAT_MS = 1_000;
