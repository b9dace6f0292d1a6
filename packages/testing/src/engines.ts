import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedClickHouse } from '@tidemark/clickhouse-embedded';
import { createLogger } from '@tidemark/platform';
import { startEmbeddedPostgres } from '@tidemark/postgres';
import { startEmbeddedRedis } from '@tidemark/redis';

/** URLs of real engines that tests share. */
export interface EngineUrls {
  readonly clickhouse: string;
  readonly postgres: string;
  readonly redis: string;
}

export interface RunningEngines {
  readonly urls: EngineUrls;
  /** Stops the three engines and removes their data. */
  stop(): Promise<void>;
}

/** More than the stores of all test files. */
const REDIS_DATABASES = 4_096;

/** Starts chDB, Postgres and Redis on free ports in a new temporary directory. */
export async function startEngines(): Promise<RunningEngines> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-test-'));
  const logger = createLogger('test-engines', 'warn');
  const password = 'test';
  const searchPath = process.env['PATH'] ?? '';
  const [postgres, redis, clickhouse] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), password, logger }),
    startEmbeddedRedis({
      dataDir: join(dir, 'redis'),
      password,
      logger,
      searchPath,
      databases: REDIS_DATABASES,
    }),
    startEmbeddedClickHouse({ dataDir: join(dir, 'clickhouse'), password }),
  ]);
  return {
    urls: { clickhouse: clickhouse.url, postgres: postgres.url, redis: redis.url },
    async stop() {
      await Promise.all([clickhouse.stop(), redis.stop(), postgres.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
