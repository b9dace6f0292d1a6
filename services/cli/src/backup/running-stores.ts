import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * The three stores of the product that runs on this directory.
 *
 * @throws CommandError when none runs, or one of them is the operator's own.
 */
export function runningStores(dataDir: string): EmbeddedStores {
  const path = join(dataDir, 'run', 'stores.json');
  if (!existsSync(path)) {
    throw new CommandError(
      `no Tidemark runs on ${dataDir}: start it, or copy the directory, which is a backup while nothing runs on it`,
      EXIT.notFound,
    );
  }
  const { postgres, redis, clickhouse } = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  if (postgres === null || redis === null || clickhouse === null) {
    throw new CommandError(
      'this Tidemark has stores of your own: back all three up with their own tools, as docs/operations.md says',
      EXIT.failed,
    );
  }
  return { postgres, redis, clickhouse };
}
