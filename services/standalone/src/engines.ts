import type { ServiceNode } from '@tidemark/node-runtime';
import type { Logger } from '@tidemark/platform';
import { createLogger } from '@tidemark/platform';
import type { EmbeddedPostgres } from '@tidemark/postgres';
import { startEmbeddedPostgres } from '@tidemark/postgres';
import type { EmbeddedRedis } from '@tidemark/redis';
import { startEmbeddedRedis } from '@tidemark/redis';
import type { ClickHouseChild } from './children/clickhouse-child';
import { startClickHouseChild } from './children/clickhouse-child';
import type { StandaloneConfig } from './config';
import type { Progress } from './console/progress';
import type { Secrets } from './data-dir/secrets';
import type { ProcessLogs } from './logs/process-log';
import type { Supervisor } from './supervisor/supervisor';

/** The URLs of the three stores, embedded or from the operator. */
export interface EngineUrls {
  readonly DATABASE_URL: string;
  readonly REDIS_URL: string;
  readonly CLICKHOUSE_URL: string;
}

export interface EngineDeps {
  readonly config: StandaloneConfig;
  readonly secrets: Secrets;
  readonly supervisor: Supervisor;
  readonly progress: Progress;
  readonly logs: ProcessLogs;
  /** The Node.js that runs the services and the embedded ClickHouse. */
  readonly node: ServiceNode;
  /** Folders of programs, as in PATH. */
  readonly searchPath: string;
  /** @throws Error if the data directory was deleted or replaced since the start */
  readonly requireDataDir: () => void;
}

/**
 * Starts each engine for which no URL is configured, at the same time. A restarted engine keeps its port. It is not
 * started in an empty folder that has replaced its data, because the product would accept events without them.
 */
export async function startEngines(deps: EngineDeps): Promise<EngineUrls> {
  const { config } = deps;
  const starts = [
    configuredOr(config.DATABASE_URL, () => startPostgres(deps)),
    configuredOr(config.REDIS_URL, () => startRedis(deps)),
    configuredOr(config.CLICKHOUSE_URL, () => startClickHouse(deps)),
  ] as const;
  // If one fails, the others are stopped: therefore all of them have to end their start first.
  await Promise.allSettled(starts);
  const [DATABASE_URL, REDIS_URL, CLICKHOUSE_URL] = await Promise.all(starts);
  return { DATABASE_URL, REDIS_URL, CLICKHOUSE_URL };
}

function configuredOr(url: string | undefined, start: () => Promise<string>): Promise<string> {
  return url === undefined ? start() : Promise.resolve(url);
}

async function startPostgres(deps: EngineDeps): Promise<string> {
  const { config, secrets, supervisor, progress, searchPath, requireDataDir } = deps;
  const logger = engineLogger(deps, 'postgres');
  const { url } = await progress.step('PostgreSQL', () =>
    supervisor.start({
      name: 'postgres',
      start(previous: EmbeddedPostgres | null) {
        requireDataDir();
        return startEmbeddedPostgres({
          dataDir: config.DATA_DIR,
          port: previous?.port ?? 0,
          password: secrets.postgresPassword,
          logger,
          searchPath,
          onProgress: (text) => progress.note(text),
        });
      },
    }),
  );
  return url;
}

async function startRedis(deps: EngineDeps): Promise<string> {
  const { config, secrets, supervisor, progress, searchPath, requireDataDir } = deps;
  const logger = engineLogger(deps, 'redis');
  const { url } = await progress.step('Redis', () =>
    supervisor.start({
      name: 'redis',
      start(previous: EmbeddedRedis | null) {
        requireDataDir();
        return startEmbeddedRedis({
          dataDir: config.DATA_DIR,
          port: previous?.port ?? 0,
          password: secrets.redisPassword,
          logger,
          searchPath,
          onProgress: (text) => progress.note(text),
        });
      },
    }),
  );
  return url;
}

async function startClickHouse(deps: EngineDeps): Promise<string> {
  const { config, secrets, supervisor, progress, logs, node, requireDataDir } = deps;
  const { url } = await progress.step('ClickHouse', () =>
    supervisor.start({
      name: 'clickhouse',
      start(previous: ClickHouseChild | null) {
        requireDataDir();
        return startClickHouseChild({
          dataDir: config.DATA_DIR,
          ...(previous === null ? {} : { port: previous.port }),
          password: secrets.clickhousePassword,
          nodePath: node.path,
          onLine: logs.of('clickhouse'),
        });
      },
    }),
  );
  return url;
}

function engineLogger({ config, logs }: EngineDeps, name: string): Logger {
  return createLogger(name, config.LOG_LEVEL, { write: logs.of(name) });
}
