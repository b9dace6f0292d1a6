import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../console/terminal';

const EVERY_MS = 2_000;

export interface WatchedDataDir {
  /** @throws Error if the directory is not the one that the watch began with: a store started in it would be empty */
  readonly requireSame: () => void;
  readonly stop: () => void;
}

/**
 * Warns once when the data directory is deleted or replaced while Tidemark runs: its stores hold the files open for a
 * while and report unrelated errors later. A file with a random text marks the directory of this start.
 */
export function watchDataDir(
  dataDir: string,
  runDir: string,
  terminal: Pick<Terminal, 'warn'>,
  everyMs = EVERY_MS,
): WatchedDataDir {
  const mark = join(runDir, 'start-id');
  const id = randomUUID();
  writeFileSync(mark, id);
  const isSame = (): boolean => readIfPossible(mark) === id;
  const timer = setInterval(() => {
    if (isSame()) return;
    clearInterval(timer);
    terminal.warn(
      `${dataDir} was deleted, moved or replaced while Tidemark runs: new data is lost. Stop Tidemark, put the folder back or restore a backup, and start it again`,
    );
  }, everyMs).unref();
  return {
    requireSame() {
      if (!isSame()) throw new Error(`${dataDir} was deleted, moved or replaced`);
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns null if the file cannot be read: the stores cannot use such a directory either. */
function readIfPossible(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
