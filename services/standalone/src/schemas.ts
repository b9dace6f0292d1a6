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
 * Brings both schemas up to date, makes the first project and its keys exist, and gives new stores the id of the
 * installation.
 *
 * @param config `ADOPT_STORES`: stores that are accepted without the data of this installation
 * @returns the project's token, which may have been rotated since it was given, and a new token of set-up while no owner
 * has a password.
 * @throws ForeignStoreError when one store lost its data, or belongs to another installation
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
    const project = await prepared('Postgres', async () => {
      await migratePostgres(database);
      return bootstrap(database, secrets);
    });
    if (givenId !== null) await register.adopt(givenId);
    await prepared('ClickHouse', async () => {
      await migrateClickHouse(clickhouse, { kind: 'single' });
      if (config.CLICKHOUSE_ROW_POLICIES === 'off') return;
      // Services that use them report whether they are in place.
      await prepareTenantAccess(clickhouse, {
        mainUrl: urls.CLICKHOUSE_URL,
        url: config.CLICKHOUSE_QUERY_URL,
        topology: { kind: 'single' },
        logger,
      });
    });
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
