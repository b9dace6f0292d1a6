import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checked } from './arguments';
import type { Environment } from './config';
import { dataDirectory } from './config';
import { CommandError, EXIT } from './exit-codes';

const address = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Returns the address of Tidemark.
 *
 * @param given the value of `--url`; undefined: the address of the Tidemark running in DATA_DIR
 * @throws CommandError if it is not a URL, or Tidemark is not running there
 */
export function productAddress(env: Environment, given: string | undefined): string {
  const url = given ?? runningAddress(dataDirectory(env));
  return checked(address, { url }, { url: '--url' }).url;
}

/** Returns the address of the Tidemark running in a directory. @throws CommandError if it is not running */
function runningAddress(dataDir: string): string {
  const path = join(dataDir, 'run', 'address');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new CommandError(
    `--url is missing, and Tidemark is not running in ${dataDir}: give the address that browsers use, as in --url https://tidemark.example.com`,
    EXIT.usage,
  );
}
