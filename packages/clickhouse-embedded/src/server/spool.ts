import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The data of one INSERT in a file, which the engine reads. */
interface SpooledData {
  path: string;
  remove(): Promise<void>;
}

export interface Spool {
  /**
   * Writes the data to a file. The engine gets it only after all of it has arrived, so that an interrupted upload inserts
   * nothing.
   */
  write(leading: Buffer, data: Readable): Promise<SpooledData>;
  /** Returns the path of a new file for a result that must be complete before it is sent. */
  reserve(): SpooledData;
}

/** Creates a spool. A file exists during one request; files of an earlier process in `directory` are removed. */
export async function createSpool(directory: string): Promise<Spool> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const reserve = (): SpooledData => {
    const filePath = path.join(directory, randomUUID());
    return { path: filePath, remove: () => rm(filePath, { force: true }) };
  };
  return {
    reserve,
    write: async (leading, data) => {
      const file = reserve();
      try {
        await pipeline(joined(leading, data), createWriteStream(file.path, { mode: 0o600 }));
        return file;
      } catch (error) {
        await file.remove();
        throw error;
      }
    },
  };
}

async function* joined(leading: Buffer, data: Readable): AsyncGenerator<Buffer> {
  if (leading.length > 0) yield leading;
  for await (const chunk of data) yield chunk as Buffer;
}
