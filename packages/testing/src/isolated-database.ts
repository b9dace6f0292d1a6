import { randomBytes } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createSiblingDatabase } from '@tidemark/postgres';
import { sharedEngineUrls } from './stores';

/** An own, empty Postgres database on the shared server, for tests that need no other engine. */
export async function createIsolatedDatabase(): Promise<Database> {
  const logger = createLogger('test', 'warn');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = await createSiblingDatabase(sharedEngineUrls().postgres, name, logger);
  return createDatabase(url, { poolSize: 4, logger });
}
