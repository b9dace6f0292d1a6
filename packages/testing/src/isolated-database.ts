import { randomBytes } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createSiblingDatabase, migrate } from '@tidemark/postgres';
import { sharedEngineUrls } from './shared-engines';

const logger = createLogger('test', 'warn');
/** Has the schema and nothing else; databases of tests are copies of it. */
const TEMPLATE = 'test_template';

/** Migrates the database that those of all test files are copied from: once per run, before the first file. */
export async function createDatabaseTemplate(url: string): Promise<void> {
  const template = await createSiblingDatabase(url, TEMPLATE, logger);
  const database = createDatabase(template, { poolSize: 1, logger });
  await migrate(database);
  await database.close();
}

const newName = (): string => `test_${randomBytes(6).toString('hex')}`;

/** URL of an own Postgres database on the shared server, with the schema and no rows. */
export function createIsolatedDatabaseUrl(): Promise<string> {
  return createSiblingDatabase(sharedEngineUrls().postgres, newName(), logger, TEMPLATE);
}

/** URL of one without a schema: for tests of how it comes to be. */
export function createEmptyDatabaseUrl(): Promise<string> {
  return createSiblingDatabase(sharedEngineUrls().postgres, newName(), logger);
}

/** A database with the schema, opened. */
export async function createIsolatedDatabase(): Promise<Database> {
  return createDatabase(await createIsolatedDatabaseUrl(), { poolSize: 4, logger });
}
