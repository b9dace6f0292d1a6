import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainMessage } from '@tidemark/platform';
import { z } from 'zod';
import { CommandError, EXIT } from '../exit-codes';

/** Written by a running product; null for a store that is not its own. */
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

/** The stores of the product that runs on this directory; null for one that is the operator's own. */
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
 * The three stores of the product that runs on this directory.
 *
 * @throws CommandError when none runs, or one of them is the operator's own.
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

/** Null when nothing has been started. */
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
