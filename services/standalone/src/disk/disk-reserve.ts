import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';

const MIB = 1024 * 1024;

/** A file that reserves disk space. It is deleted when other programs have filled the disk. */
export interface DiskReserve {
  /** Deletes the file. Returns whether it existed. */
  release(): boolean;
  /** Creates the file. Returns false if the disk has too little space. */
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
      // Random bytes take space also on file systems that compress or deduplicate.
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
