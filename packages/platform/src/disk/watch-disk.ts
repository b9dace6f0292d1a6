import { DiskSpaceError, freeBytes as readFreeBytes } from './disk-space';

export interface DiskWatch {
  /** Whether less than the minimum was free at the last check. */
  isLow(): boolean;
  /** @throws DiskSpaceError if less than the minimum was free at the last check */
  requireSpace(): void;
  /** `requireSpace` as a health check. */
  check(): Promise<void>;
  stop(): void;
}

export interface DiskWatchOptions {
  /** A folder on the disk. */
  readonly path: string;
  readonly minFreeBytes: number;
  /** Called when the state changes, and after the first check if space is low. */
  readonly onChange?: (isLow: boolean, freeBytes: number) => void;
  readonly everyMs?: number;
  readonly freeBytes?: (path: string) => number;
}

const EVERY_MS = 500;
/**
 * This share above the minimum must be free before writes start again, so that the state does not change with every
 * write.
 */
const RECOVERED = 0.1;

/**
 * Checks the free space of a disk twice a second. The call takes microseconds, because the kernel knows the number. A
 * path that cannot be read counts as having space, because the stores report their own errors.
 */
export function watchDisk(options: DiskWatchOptions): DiskWatch {
  const { path, minFreeBytes, onChange, freeBytes = readFreeBytes } = options;
  let free = Infinity;
  let isLow = false;
  const look = (): void => {
    try {
      free = freeBytes(path);
    } catch {
      free = Infinity;
    }
    const wasLow = isLow;
    isLow = free < minFreeBytes + (wasLow ? minFreeBytes * RECOVERED : 0);
    if (isLow !== wasLow) onChange?.(isLow, free);
  };
  look();
  const timer = setInterval(look, options.everyMs ?? EVERY_MS);
  timer.unref();
  const requireSpace = (): void => {
    if (isLow) throw new DiskSpaceError(path, free, minFreeBytes);
  };
  return {
    isLow: () => isLow,
    requireSpace,
    check: () => Promise.resolve().then(requireSpace),
    stop: () => clearInterval(timer),
  };
}
