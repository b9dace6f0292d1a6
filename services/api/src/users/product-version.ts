import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The version of this Tidemark: all of its packages have the same. */
export function productVersion(): string {
  const path = join(__dirname, '..', '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8'))).version;
}
