import { existsSync } from 'node:fs';
import type { Terminal } from '../console/terminal';

const EVERY_MS = 2_000;

/**
 * Warns once when the data directory is deleted while Tidemark runs: its stores hold the files open for a while and
 * report unrelated errors later.
 */
export function watchDataDir(
  dataDir: string,
  terminal: Terminal,
  everyMs = EVERY_MS,
): { readonly stop: () => void } {
  const timer = setInterval(() => {
    if (existsSync(dataDir)) return;
    clearInterval(timer);
    terminal.warn(
      `${dataDir} was deleted or moved while Tidemark runs: new data is lost. Stop Tidemark, put the folder back or restore a backup, and start it again`,
    );
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
