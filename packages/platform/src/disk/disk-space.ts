import { statfsSync } from 'node:fs';

const MIB = 1024 * 1024;

/** The disk of a path has less free space than required. */
export class DiskSpaceError extends Error {
  constructor(path: string, freeBytes: number, minFreeBytes: number) {
    super(
      `the disk of ${path} has ${mebibytes(freeBytes)} free, less than ${mebibytes(minFreeBytes)}`,
    );
    this.name = 'DiskSpaceError';
  }
}

/**
 * The number of bytes that this process can still write to the disk of a path.
 * @throws the error of the file system if the path does not exist
 */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Bytes as text for users: `12 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}
