import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { CommandError, EXIT } from './exit-codes';

const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Runs a command on one connection and closes it.
 *
 * @throws CommandError when the server does not answer.
 */
export async function withDatabase<T>(
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = createDatabase(url, {
    poolSize: 1,
    logger: createLogger('tidemark', 'silent'),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    await database.check().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`Postgres cannot be reached: ${reason}`, EXIT.failed);
    });
    return await work(database);
  } finally {
    await database.close();
  }
}
