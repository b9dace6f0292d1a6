import { randomBytes } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createSiblingDatabase } from '@tidemark/postgres';
import { sharedEngineUrls } from './stores';

const logger = createLogger('test', 'warn');

/** URL of an own, empty Postgres database on the shared server, for tests that need no other engine. */
export function createIsolatedDatabaseUrl(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  return createSiblingDatabase(sharedEngineUrls().postgres, name, logger);
}

/** The same, opened. */
export async function createIsolatedDatabase(): Promise<Database> {
  return createDatabase(await createIsolatedDatabaseUrl(), { poolSize: 4, logger });
}
