import { setTimeout as sleep } from 'node:timers/promises';
import { openIngestLog } from '@tidemark/log-drivers';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';

export interface LagWatch {
  /** The number of unprocessed events, once a second since the start. */
  readonly history: readonly number[];
  now(): Promise<number>;
  /** Resolves with the seconds until all events were processed; null after `limitSeconds`. */
  untilEmpty(limitSeconds: number): Promise<number | null>;
  close(): Promise<void>;
}

const POLL_MS = 100;

/**
 * Watches the number of unprocessed events in the log. It does not claim partitions and does not read events.
 *
 * @param logUrl `INGEST_LOG_URL` of the services; undefined for the log in Redis
 */
export function watchLag(
  redisUrl: string,
  logUrl: string | undefined,
  partitions: number,
): LagWatch {
  const logger = createLogger('bench', 'warn');
  const redis = createRedis(redisUrl, 'consumer', logger);
  const opened = openIngestLog({ url: logUrl, redis, partitions, logger });
  const log = opened.consumer({ partitions, owner: 'bench', leaseMs: 3_000 });
  const history: number[] = [];
  const timer = setInterval(() => {
    log.lag().then(
      (lag) => history.push(lag),
      (error: unknown) => logger.warn({ err: error }, 'lag not readable'),
    );
  }, 1_000);
  return {
    history,
    now: () => log.lag(),
    untilEmpty: async (limitSeconds) => {
      const started = performance.now();
      for (;;) {
        const seconds = (performance.now() - started) / 1_000;
        if ((await log.lag()) === 0) return seconds;
        if (seconds > limitSeconds) return null;
        await sleep(POLL_MS);
      }
    },
    close: async () => {
      clearInterval(timer);
      await log.release();
      await opened.close();
      await closeRedis(redis);
    },
  };
}
