import type { JobConsumer, QueueMetrics } from '@tidemark/queues';
import { createSweeps } from '@tidemark/queues';
import { openPayloadSecrets } from '../feature-flags/payload-secrets';
import type { ApiParts } from '../parts';
import { carryOutDue } from './carry-out';

/** The maximum delay of a change, in addition to the time of the writes before it. */
const SWEEP_MS = 2_000;

/**
 * Makes scheduled changes of flags when they are due, in one api at a time. The api does this because the changes are
 * written like requests, with the key of payloads that only an api has.
 */
export function startScheduledChanges(parts: ApiParts, metrics: QueueMetrics): JobConsumer {
  const { config, logger } = parts;
  const deps = { ...parts, secrets: openPayloadSecrets(config) };
  return createSweeps('scheduledChanges', {
    redisUrl: config.REDIS_URL,
    logger,
    metrics,
    everyMs: SWEEP_MS,
    sweep: () => carryOutDue(deps),
  });
}
