import { defaultHttpConfig } from '@tidemark/configuration';
import type { LoggedEventV1 } from '@tidemark/contracts';
import { loggedEventV1Schema, ingestWarningSchema } from '@tidemark/contracts';
import { parseEntry } from '@tidemark/domain';
import { createLogger } from '@tidemark/platform';
import type { Database, Project } from '@tidemark/postgres';
import { bootstrap, createDatabase, createProjectRepository, migrate } from '@tidemark/postgres';
import {
  closeRedis,
  createDefinitionsChannel,
  createIngestLogConsumer,
  createRedis,
} from '@tidemark/redis';
import type { DefinitionsChannel, Redis } from '@tidemark/redis';
import type { EdgeConfig } from '../config';
import { start } from '../start';
import { startTcpProxy } from './tcp-proxy';
import type { TcpProxy } from './tcp-proxy';

/** An edge with real stores, each of which can be made unavailable. */
export interface EdgeFixture {
  readonly url: string;
  readonly project: Project;
  readonly database: Database;
  readonly redis: Redis;
  readonly channel: DefinitionsChannel;
  readonly redisProxy: TcpProxy;
  readonly postgresProxy: TcpProxy;
  /** Removes and returns the events of the ingest log, oldest first per distinct id. */
  drain(): Promise<LoggedEventV1[]>;
  /** Removes and returns the records of all types. */
  drainLog(): Promise<unknown[]>;
  stop(): Promise<void>;
}

const PARTITIONS = 4;
export const PROJECT_TOKEN = 'phc_edge_test';

/** @param urls empty stores, from the testing package. */
export async function startEdgeFixture(
  urls: { readonly postgres: string; readonly redis: string },
  config: Partial<EdgeConfig> = {},
): Promise<EdgeFixture> {
  const logger = createLogger('edge-test', 'silent');
  const database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await migrate(database);
  await bootstrap(database, { projectApiKey: PROJECT_TOKEN, personalApiKey: 'phx_edge_test' });
  const project = await createProjectRepository(database).findById(1);
  if (project === null) throw new Error('the bootstrap has not created a project');

  const redis = createRedis(urls.redis, 'consumer', logger);
  const subscriber = createRedis(urls.redis, 'pubsub', logger);
  const consumerRedis = createRedis(urls.redis, 'consumer', logger);
  const consumer = createIngestLogConsumer({
    redis: consumerRedis,
    partitions: PARTITIONS,
    owner: 'test',
    leaseMs: 60_000,
  });
  const redisProxy = await startTcpProxy(urls.redis);
  const postgresProxy = await startTcpProxy(urls.postgres);
  const service = await start({
    ...defaultHttpConfig,
    HOST: '127.0.0.1',
    PORT: 0,
    ADOPT_STORES: [],
    LOG_LEVEL: 'silent',
    REDIS_URL: redisProxy.url,
    DATABASE_URL: postgresProxy.url,
    INGEST_PARTITIONS: PARTITIONS,
    INGEST_LOG_MAX_EVENTS: 100_000,
    REQUIRE_DURABLE_REDIS: false,
    DISK_MIN_FREE_BYTES: 0,
    EDGE_MAX_BODY_BYTES_IN_FLIGHT: 256 * 1024 * 1024,
    EDGE_MAX_BODY_EVENTS: 50_000,
    EDGE_MAX_BODY_VALUES: 2_000_000,
    EDGE_MAX_INFLATE_RATIO: 100,
    EDGE_BODY_THREADS: 2,
    EDGE_BODY_QUEUE: 64,
    UNKNOWN_TOKEN_STATUS: '401',
    EDGE_ADDRESS_REQUESTS_PER_MINUTE: 0,
    EDGE_TOKEN_EVENTS_PER_MINUTE: 0,
    FLAG_DEFINITIONS_PER_MINUTE: 0,
    FLAG_STREAMS_MAX: 1_000,
    LIVE_FLAG_STREAMS_MAX: 1_000,
    LIVE_FLAG_STREAMS_PER_PROJECT: 500,
    FLAGS_RATE_LIMIT_PER_SECOND: 0,
    FLAGS_RATE_LIMIT_BURST: 500,
    FLAGS_ADDRESS_RATE_LIMIT_PER_SECOND: 0,
    FLAGS_ADDRESS_RATE_LIMIT_BURST: 1_000,
    ...config,
  });

  const drainLog = async (): Promise<unknown[]> => {
    const records = await consumer.read(await consumer.acquire(), 100_000, 0);
    await consumer.acknowledge(records);
    return records.map(({ raw }): unknown => {
      const parsed = parseEntry(raw);
      return parsed.kind === 'entry' ? parsed.entry : JSON.parse(raw);
    });
  };

  return {
    url: `http://127.0.0.1:${service.port ?? 0}`,
    project,
    database,
    redis,
    channel: createDefinitionsChannel({ publisher: redis, subscriber }),
    redisProxy,
    postgresProxy,
    drain: async () =>
      (await drainLog())
        // Excludes warnings about requests of earlier tests, which arrive at the end of their second.
        .filter((entry) => !ingestWarningSchema.safeParse(entry).success)
        .map((entry) => loggedEventV1Schema.parse(entry)),
    drainLog,
    stop: async () => {
      await service.stop();
      await consumer.release();
      await Promise.all([redis, subscriber, consumerRedis].map(closeRedis));
      await Promise.all([redisProxy.close(), postgresProxy.close(), database.close()]);
    },
  };
}
