import { open } from 'node:fs/promises';

/** Precedes the metadata, which lies within the last 128 KiB (MaxMind DB file format 2.0). */
const METADATA_MARKER = Buffer.from('\xAB\xCD\xEFMaxMind.com', 'latin1');
const METADATA_MAX_BYTES = 128 * 1024;

/**
 * What keeps a file from being a MaxMind-format database, or null. Reads only its end, so that a start
 * costs no more than that; a file cut off or still packed has no metadata there.
 */
export async function findFileProblem(path: string): Promise<string | null> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const length = Math.min(size, METADATA_MAX_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
      const found = buffer.subarray(0, bytesRead).includes(METADATA_MARKER);
      return found ? null : `${path} is not a MaxMind-format database`;
    } finally {
      await file.close();
    }
  } catch (error) {
    return `${path} is not readable (${error instanceof Error ? error.message : String(error)})`;
  }
}
