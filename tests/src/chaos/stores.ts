import { readFileSync } from 'node:fs';
import { createClickHouse } from '@tidemark/clickhouse';
import { openIngestLog } from '@tidemark/log-drivers';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { waitUntil } from '@tidemark/testing';
import { productProcess } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';

/** Direct access to the stores of the product. */
export interface Stores {
  /**
   * Resolves when the ingest log is empty.
   *
   * @returns the total number of dead letters
   */
  drained(timeoutMs: number): Promise<number>;
  /** Stops merges, because a merge removes duplicate events before a query can count them. */
  holdMerges(): Promise<void>;
  allowMerges(): Promise<void>;
  close(): Promise<void>;
}

/** The environment variables of the product's ingest-worker. */
export function workerEnvironment(product: Standalone): Record<string, string> {
  const worker = productProcess(product.pid, 'ingest-worker');
  if (worker === undefined) throw new Error('the ingest-worker does not run');
  return Object.fromEntries(
    readFileSync(`/proc/${worker.pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line !== '' && !line.startsWith('NODE_CHANNEL'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

export function openStores(environment: Readonly<Record<string, string>>): Stores {
  const logger = createLogger('chaos', 'silent');
  const clickhouse = createClickHouse({ url: environment['CLICKHOUSE_URL'] ?? '', logger });
  const redis = createRedis(environment['REDIS_URL'] ?? '', 'consumer', logger);
  const url = environment['INGEST_LOG_URL'];
  const log = openIngestLog({ url, redis, partitions: 0, logger });
  return {
    drained: (timeoutMs) =>
      waitUntil(
        async () => {
          const { depths, deadLetters } = await log.state();
          const lag = depths.reduce((sum, depth) => sum + depth, 0);
          if (lag > 0) throw new Error(`${lag} events wait in the log`);
          return deadLetters;
        },
        timeoutMs,
        100,
      ),
    holdMerges: () => clickhouse.command('SYSTEM STOP MERGES events'),
    allowMerges: () => clickhouse.command('SYSTEM START MERGES events'),
    close: async () => {
      await log.close();
      await Promise.all([clickhouse.close(), closeRedis(redis)]);
    },
  };
}
