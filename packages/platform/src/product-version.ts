import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Tidemark, which is the same for all packages. */
export function productVersion(): string {
  const path = join(__dirname, '..', 'package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
  return version;
}
