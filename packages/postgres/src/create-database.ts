import type { Logger } from '@tidemark/platform';
import { sql } from 'kysely';
import { createDatabase } from './database';

/**
 * Creates an empty database beside the one `url` names and answers the new one's URL. Its user needs
 * CREATEDB. For tests that want a database of their own.
 */
export async function createSiblingDatabase(
  url: string,
  name: string,
  logger: Logger,
): Promise<string> {
  const database = createDatabase(url, { poolSize: 1, logger });
  try {
    await sql`CREATE DATABASE ${sql.id(name)}`.execute(database.db);
  } finally {
    await database.close();
  }
  const sibling = new URL(url);
  sibling.pathname = `/${name}`;
  return sibling.toString();
}
