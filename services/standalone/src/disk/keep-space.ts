import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DiskSpaceError, freeBytes, mebibytes, watchDisk } from '@tidemark/platform';
import type { Terminal } from '../console/terminal';
import type { DiskReserve } from './disk-reserve';
import { createDiskReserve } from './disk-reserve';

const MIB = 1024 * 1024;
/** The size of the reserve, which engines need for their logs and checkpoints when they restart. */
const RESERVE_MIB = 64;
/** With less free space, any write of an engine may fail, so the reserve is released. */
const EXHAUSTED_BYTES = 32 * MIB;

export interface KeptSpace {
  /** Returns a text for reports about ended processes, which names the full disk as likely cause; empty with free space. */
  cause(): string;
  stop(): void;
}

export interface SpaceOptions {
  readonly dataDir: string;
  /** An existing folder in `dataDir`. */
  readonly runDir: string;
  readonly minFreeBytes: number;
  readonly terminal: Terminal;
}

/**
 * Watches the disk of DATA_DIR while Tidemark runs. Reports once when space is low and once when there is enough
 * again, and releases the reserve when the disk is nearly full.
 */
export function keepSpace({ dataDir, runDir, minFreeBytes, terminal }: SpaceOptions): KeptSpace {
  const reserve = reserveIn(runDir);
  const exhausted = watchDisk({
    path: dataDir,
    minFreeBytes: Math.min(EXHAUSTED_BYTES, minFreeBytes),
    onChange: (isExhausted) => {
      if (isExhausted) reserve.release();
    },
  });
  const takeReserve = (): void => {
    if (freeBytes(dataDir) > minFreeBytes + RESERVE_MIB * MIB) reserve.take();
  };
  const low = watchDisk({
    path: dataDir,
    minFreeBytes,
    onChange: (isLow, free) => {
      if (isLow) {
        const problem = new DiskSpaceError(dataDir, free, minFreeBytes).message;
        terminal.warn(
          `${problem}. Capture returns 503 until there is more; queries continue. Free space on that disk.`,
        );
        return;
      }
      terminal.line(`  disk: ${mebibytes(free)} free again; capture is open`);
      takeReserve();
    },
  });
  if (!low.isLow()) takeReserve();
  return {
    cause: () =>
      low.isLow() ? `; the disk of ${dataDir} has ${mebibytes(freeBytes(dataDir))} free` : '',
    stop: () => {
      exhausted.stop();
      low.stop();
    },
  };
}

/**
 * Checks before the first write that the engines have enough space to start. Releases the reserve of an earlier start
 * if that is necessary.
 *
 * @throws Error that names the disk and the bytes
 */
export function requireSpaceToStart(dataDir: string, minFreeBytes: number): void {
  const needed = Math.min(EXHAUSTED_BYTES, minFreeBytes);
  const folder = nearestFolder(dataDir);
  if (freeBytes(folder) >= needed) return;
  reserveIn(join(dataDir, 'run')).release();
  const free = freeBytes(folder);
  if (free < needed) {
    throw new Error(
      `disk full: ${new DiskSpaceError(dataDir, free, needed).message}. Free space on that disk and start again.`,
    );
  }
}

function reserveIn(runDir: string): DiskReserve {
  return createDiskReserve(join(runDir, 'disk-reserve'), RESERVE_MIB);
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
