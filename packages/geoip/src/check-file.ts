import { open } from 'node:fs/promises';

/** The marker before the metadata, which is within the last 128 KiB (MaxMind DB file format 2.0). */
const METADATA_MARKER = Buffer.from('\xAB\xCD\xEFMaxMind.com', 'latin1');
const METADATA_MAX_BYTES = 128 * 1024;

/**
 * Why a file is not a database in MaxMind's format; null if it is. Reads only the end of the file, so that it is
 * fast; a truncated or compressed file has no metadata there.
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
