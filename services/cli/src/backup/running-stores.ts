import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainMessage } from '@tidemark/platform';
import { z } from 'zod';
import { CommandError, EXIT } from '../exit-codes';

/** The file that a running Tidemark writes; null for an external store. */
const schema = z.object({
  postgres: z.url().nullable(),
  redis: z.url().nullable(),
  clickhouse: z.url().nullable(),
});

export interface EmbeddedStores {
  readonly postgres: string;
  readonly redis: string;
  readonly clickhouse: string;
}

/** Returns the stores of the Tidemark that is running in this directory; null for an external store. */
export function publishedStores(dataDir: string): z.output<typeof schema> {
  const path = join(dataDir, 'run', 'stores.json');
  if (!existsSync(path)) {
    throw new CommandError(
      `Tidemark is not running in ${dataDir}: start it, or set DATABASE_URL, CLICKHOUSE_URL and REDIS_URL`,
      EXIT.notFound,
    );
  }
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Returns the three stores of the Tidemark that is running in this directory.
 *
 * @throws CommandError if Tidemark is not running, or a store is external.
 */
export function runningStores(dataDir: string): EmbeddedStores {
  const path = join(dataDir, 'run', 'stores.json');
  const stores = readStores(path);
  if (stores === null) {
    throw new CommandError(
      `Tidemark is not running in ${dataDir}: start it, or copy the directory, which is a backup while Tidemark is stopped`,
      EXIT.notFound,
    );
  }
  const { postgres, redis, clickhouse } = stores;
  if (postgres === null || redis === null || clickhouse === null) {
    throw new CommandError(
      'this Tidemark uses external stores: back up all three with their own tools, as docs/operations.md describes',
      EXIT.failed,
    );
  }
  return { postgres, redis, clickhouse };
}

/** Returns null if Tidemark is not running. */
function readStores(path: string): z.infer<typeof schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EACCES') {
      throw new CommandError(
        `${plainMessage(error)}: run the command as the user that runs Tidemark`,
        EXIT.failed,
      );
    }
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError
        ? 'the file is damaged'
        : plainMessage(error);
    throw new CommandError(
      `${path} cannot be read: ${reason}. Restart Tidemark, which writes it again.`,
      EXIT.failed,
    );
  }
}
