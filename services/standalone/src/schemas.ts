import type { Logger } from '@tidemark/platform';
import { createClickHouse, migrate as migrateClickHouse } from '@tidemark/clickhouse';
import { bootstrap, createDatabase, migrate as migratePostgres } from '@tidemark/postgres';
import type { EngineUrls } from './engines';
import type { Secrets } from './data-dir/secrets';

/**
 * Brings both schemas up to date and makes the first project and its keys exist.
 *
 * @returns the project's token, which may have been rotated since it was given.
 */
export async function prepareSchemas(
  urls: EngineUrls,
  secrets: Secrets,
  logger: Logger,
): Promise<{ readonly projectApiKey: string }> {
  const project = await preparePostgres(urls.DATABASE_URL, secrets, logger);
  await prepareClickHouse(urls.CLICKHOUSE_URL, logger);
  return project;
}

async function preparePostgres(
  url: string,
  secrets: Secrets,
  logger: Logger,
): Promise<{ readonly projectApiKey: string }> {
  const database = createDatabase(url, { poolSize: 2, logger });
  try {
    await migratePostgres(database);
    return await bootstrap(database, secrets);
  } catch (error) {
    throw new Error(`the Postgres schema could not be prepared: ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    await database.close();
  }
}

async function prepareClickHouse(url: string, logger: Logger): Promise<void> {
  const clickhouse = createClickHouse({ url, logger });
  try {
    await migrateClickHouse(clickhouse, { kind: 'single' });
  } catch (error) {
    throw new Error(`the ClickHouse schema could not be prepared: ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    await clickhouse.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
