import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, EXIT } from './exit-codes';

/** Where the product on a directory is reached. @throws CommandError when none runs there */
export function runningAddress(dataDir: string): string {
  const path = join(dataDir, 'run', 'address');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new CommandError(
    `--url is missing, and no Tidemark runs on ${dataDir}: give the address that browsers use, as in --url https://tidemark.example.com`,
    EXIT.usage,
  );
}
