import { join } from 'node:path';
import { createClickHouse, migrate as migrateClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase, migrate as migratePostgres } from '@tidemark/postgres';
import { closeRedis, createRedis } from '@tidemark/redis';
import type { EngineUrls } from '@tidemark/testing';
import { startEngines } from '@tidemark/testing';
import type { MeasuredServer, ServerOptions } from './child';
import { startServer } from './child';

export const PROJECT_API_KEY = 'phc_bench';
export const PERSONAL_API_KEY = 'phx_bench';

export interface BenchStack {
  readonly urls: EngineUrls;
  startService(
    name: 'edge' | 'api' | 'ingest-worker' | 'query-worker',
    env?: Readonly<Record<string, string>>,
    options?: ServerOptions,
  ): Promise<MeasuredServer>;
  /** Empties Redis, so that the events of one load do not fill its memory during the next. */
  emptyLog(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts real engines with migrated, bootstrapped stores; services run as separate processes. */
export async function startBenchStack(): Promise<BenchStack> {
  const engines = await startEngines();
  const { urls } = engines;
  const logger = createLogger('bench', 'warn');
  const database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await migratePostgres(database);
  await bootstrap(database, {
    projectApiKey: PROJECT_API_KEY,
    personalApiKey: PERSONAL_API_KEY,
  });
  await database.close();
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await migrateClickHouse(clickhouse, { kind: 'single' });
  await clickhouse.close();

  const redis = createRedis(urls.redis, 'queue', logger);
  const running: MeasuredServer[] = [];
  return {
    urls,
    async startService(name, env = {}, options = {}) {
      const main = join(__dirname, '..', '..', 'services', name, 'dist', 'main.js');
      const settings = {
        PORT: '0',
        CLICKHOUSE_URL: urls.clickhouse,
        DATABASE_URL: urls.postgres,
        REDIS_URL: urls.redis,
        QUERY_RATE_LIMIT_PER_HOUR: '0',
        QUERY_READ_BUDGET_BYTES_PER_HOUR: '0',
        SERVICE_SECRET: 'only-for-benchmarks-only-for-benchmarks',
        JWT_SECRET: 'the secret of the benchmarks, which nobody has to keep',
        // No worker reads the log here, so its limit must be too high to be reached.
        INGEST_LOG_MAX_EVENTS: '100000000',
        ...env,
      };
      const server = await startServer(main, [], settings, options);
      running.push(server);
      return server;
    },
    async emptyLog() {
      await redis.flushall('ASYNC');
    },
    async stop() {
      await Promise.all(running.map((server) => server.stop()));
      await closeRedis(redis);
      await engines.stop();
    },
  };
}
