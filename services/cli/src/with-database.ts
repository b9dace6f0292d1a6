import { createLogger, plainMessage } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { CommandError, EXIT } from './exit-codes';

const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Runs a command on one connection and closes it.
 *
 * @throws CommandError if the server does not respond.
 */
export async function withDatabase<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<T> {
  const database = createDatabase(url, {
    poolSize: 1,
    logger: createLogger('tidemark', 'silent'),
    statementTimeoutMs,
  });
  try {
    await database.check().catch((error: unknown) => {
      const reason = plainMessage(error);
      throw new CommandError(
        `Postgres cannot be reached: ${reason}. Start it (npm start for the embedded one), or correct DATABASE_URL.`,
        EXIT.failed,
      );
    });
    return await work(database);
  } finally {
    await database.close();
  }
}
