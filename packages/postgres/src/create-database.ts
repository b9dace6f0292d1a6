import type { Logger } from '@tidemark/platform';
import { sql } from 'kysely';
import { createDatabase } from './database';

/**
 * Creates a database on the same server as `url` and returns its URL. The user needs CREATEDB. For tests with their
 * own database.
 * @param template the database to copy, which must have no connections; without it the new one is empty
 */
export async function createSiblingDatabase(
  url: string,
  name: string,
  logger: Logger,
  template = 'template1',
): Promise<string> {
  const database = createDatabase(url, { poolSize: 1, logger });
  try {
    await sql`CREATE DATABASE ${sql.id(name)} TEMPLATE ${sql.id(template)}`.execute(database.db);
  } finally {
    await database.close();
  }
  const sibling = new URL(url);
  sibling.pathname = `/${name}`;
  return sibling.toString();
}
