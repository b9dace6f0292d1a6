import { randomBytes } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createSiblingDatabase, migrate } from '@tidemark/postgres';
import { sharedEngineUrls } from './shared-engines';

const logger = createLogger('test', 'warn');
/** The database with the schema and nothing else, which the databases of tests are copied from. */
const TEMPLATE = 'test_template';

/** Creates and migrates the template database; called once per run, before the first test file. */
export async function createDatabaseTemplate(url: string): Promise<void> {
  const template = await createSiblingDatabase(url, TEMPLATE, logger);
  const database = createDatabase(template, { poolSize: 1, logger });
  await migrate(database);
  await database.close();
}

const newName = (): string => `test_${randomBytes(6).toString('hex')}`;

/** Creates a Postgres database on the shared server, with the schema and without rows, and returns its URL. */
export function createIsolatedDatabaseUrl(): Promise<string> {
  return createSiblingDatabase(sharedEngineUrls().postgres, newName(), logger, TEMPLATE);
}

/** Creates a Postgres database without a schema, for tests of migrations, and returns its URL. */
export function createEmptyDatabaseUrl(): Promise<string> {
  return createSiblingDatabase(sharedEngineUrls().postgres, newName(), logger);
}

/** Creates a Postgres database with the schema and opens it. */
export async function createIsolatedDatabase(): Promise<Database> {
  return createDatabase(await createIsolatedDatabaseUrl(), { poolSize: 4, logger });
}
