import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checked } from './arguments';
import type { Environment } from './config';
import { dataDirectory } from './config';
import { CommandError, EXIT } from './exit-codes';

const address = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * The address of the product that is meant.
 *
 * @param given as `--url`; undefined: of the product that runs on DATA_DIR
 * @throws CommandError when it is no address, or none runs there
 */
export function productAddress(env: Environment, given: string | undefined): string {
  const url = given ?? runningAddress(dataDirectory(env));
  return checked(address, { url }, { url: '--url' }).url;
}

/** Where the product on a directory is reached. @throws CommandError when none runs there */
function runningAddress(dataDir: string): string {
  const path = join(dataDir, 'run', 'address');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new CommandError(
    `--url is missing, and Tidemark is not running in ${dataDir}: give the address that browsers use, as in --url https://tidemark.example.com`,
    EXIT.usage,
  );
}
