import { statfsSync } from 'node:fs';

const MIB = 1024 * 1024;

/** The disk that holds a path has less free space than it should have. */
export class DiskSpaceError extends Error {
  constructor(path: string, freeBytes: number, minFreeBytes: number) {
    super(
      `the disk of ${path} has ${mebibytes(freeBytes)} free, less than ${mebibytes(minFreeBytes)}`,
    );
    this.name = 'DiskSpaceError';
  }
}

/**
 * Bytes that this process may still write on the disk of a path.
 *
 * @throws what the file system says when the path is missing
 */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Bytes for people to read: `12 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}
