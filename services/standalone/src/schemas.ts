import { issueSetupToken } from '@tidemark/access';
import { plainMessage } from '@tidemark/platform';
import type { Logger } from '@tidemark/platform';
import { checkNewPostgres, claimStore } from '@tidemark/platform';
import {
  clickhouseMark,
  createClickHouse,
  migrate as migrateClickHouse,
  prepareTenantAccess,
} from '@tidemark/clickhouse';
import {
  bootstrap,
  createDatabase,
  createInstallationRegister,
  createSetupRepository,
  migrate as migratePostgres,
} from '@tidemark/postgres';
import { closeRedis, createRedis, redisMark, waitUntilReady } from '@tidemark/redis';
import type { StandaloneConfig } from './config';
import type { EngineUrls } from './engines';
import type { Secrets } from './data-dir/secrets';

type SchemaConfig = Pick<
  StandaloneConfig,
  'ADOPT_STORES' | 'CLICKHOUSE_ROW_POLICIES' | 'CLICKHOUSE_QUERY_URL'
>;

const REDIS_TIMEOUT_MS = 10_000;

/**
 * Migrates both schemas, creates the first project and its keys if they do not exist, and marks new stores with the id
 * of the installation.
 *
 * @param config `ADOPT_STORES`: stores that are accepted without the data of this installation
 * @returns the current token of the project, which may have been rotated, and a new token for the set-up link; null if
 * an owner has a password.
 * @throws ForeignStoreError if a store has lost its data or belongs to another installation
 */
export async function prepareSchemas(
  urls: EngineUrls,
  secrets: Secrets,
  config: SchemaConfig,
  logger: Logger,
): Promise<{ readonly projectApiKey: string; readonly setupToken: string | null }> {
  const adopted = config.ADOPT_STORES;
  const database = createDatabase(urls.DATABASE_URL, { poolSize: 2, logger });
  const clickhouse = createClickHouse({ url: urls.CLICKHOUSE_URL, logger });
  const redis = createRedis(urls.REDIS_URL, 'producer', logger);
  try {
    await waitUntilReady(redis, REDIS_TIMEOUT_MS);
    const register = createInstallationRegister(database);
    const marks = [clickhouseMark(clickhouse), redisMark(redis)];
    const givenId = await checkNewPostgres(register, marks, adopted);
    const inPostgres = prepared('Postgres', async () => {
      await migratePostgres(database);
      return bootstrap(database, secrets);
    });
    const inClickHouse = prepared('ClickHouse', async () => {
      await migrateClickHouse(clickhouse, { kind: 'single' });
      if (config.CLICKHOUSE_ROW_POLICIES === 'off') return;
      // Services that use row policies report whether they exist.
      await prepareTenantAccess(clickhouse, {
        mainUrl: urls.CLICKHOUSE_URL,
        url: config.CLICKHOUSE_QUERY_URL,
        topology: { kind: 'single' },
        logger,
      });
    });
    const [project] = await Promise.all([inPostgres, inClickHouse]);
    if (givenId !== null) await register.adopt(givenId);
    for (const mark of marks) await claimStore(register, mark, adopted);
    const setup = await issueSetupToken(createSetupRepository(database), new Date());
    return { ...project, setupToken: setup?.token ?? null };
  } finally {
    await Promise.all([database.close(), clickhouse.close(), closeRedis(redis)]);
  }
}

async function prepared<T>(store: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`the ${store} schema could not be prepared: ${plainMessage(error)}`, {
      cause: error,
    });
  }
}
