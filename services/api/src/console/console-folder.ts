import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The shell: the one page of the console, whatever the address. */
export const SHELL_FILE = 'index.html';

/** Where the built console is; null when it was not built. */
export function findConsoleFolder(): string | null {
  const folder = join(dirname(require.resolve('@tidemark/console/package.json')), 'dist');
  return existsSync(join(folder, SHELL_FILE)) ? folder : null;
}
