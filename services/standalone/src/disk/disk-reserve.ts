import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';

const MIB = 1024 * 1024;

/** A file that only takes space, to be given back when another program has filled the disk. */
export interface DiskReserve {
  /** Gives the space back. Returns whether there was any. */
  release(): boolean;
  /** Takes the space again. Returns false when the disk has no room for it. */
  take(): boolean;
}

export function createDiskReserve(path: string, mebibytes: number): DiskReserve {
  return {
    release: () => {
      if (!existsSync(path)) return false;
      rmSync(path, { force: true });
      return true;
    },
    take: () => {
      if (existsSync(path)) return true;
      // Random, so that a file system that compresses or deduplicates keeps the space too.
      const block = randomBytes(MIB);
      try {
        const file = openSync(path, 'w', 0o600);
        try {
          for (let i = 0; i < mebibytes; i += 1) writeSync(file, block);
        } finally {
          closeSync(file);
        }
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        rmSync(path, { force: true });
        return false;
      }
    },
  };
}
