import type { JobConsumer, QueueMetrics } from '@tidemark/queues';
import { createSweeps } from '@tidemark/queues';
import { openPayloadSecrets } from '../feature-flags/payload-secrets';
import type { ApiParts } from '../parts';
import { carryOnDue } from './carry-on';

const SWEEP_MS = 5_000;

/** Checks guarded rollouts when their time has come: in one api at a time, for the reasons of scheduled changes. */
export function startGuardedRollouts(
  parts: ApiParts,
  metrics: QueueMetrics,
  everyMs = SWEEP_MS,
): JobConsumer {
  const { config, logger } = parts;
  const deps = { ...parts, secrets: openPayloadSecrets(config) };
  return createSweeps('guardedRollouts', {
    redisUrl: config.REDIS_URL,
    logger,
    metrics,
    everyMs,
    sweep: () => carryOnDue(deps),
  });
}
