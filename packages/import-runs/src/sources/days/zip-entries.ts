import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { open } from 'yauzl';

/** Reads a stream through a temporary file, which is removed afterwards, because the directory of a zip is at its end. */
export async function* withSpooled<T>(
  stream: Readable,
  signal: AbortSignal,
  read: (path: string) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'));
  try {
    const path = join(folder, 'export.zip');
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal });
    yield* read(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the files of a zip in turn. Files whose names end with `.gz` are decompressed. */
export async function* readZip(path: string): AsyncGenerator<Readable> {
  const zip = await openZip(path);
  try {
    for (;;) {
      const entry = await nextEntry(zip);
      if (entry === null) return;
      if (entry.fileName.endsWith('/')) continue;
      const stream = await openEntry(zip, entry);
      if (!entry.fileName.endsWith('.gz')) yield stream;
      else {
        const unpacked = createGunzip();
        // Passes an error of the compressed stream on to the decompressed one.
        stream.on('error', (error) => unpacked.destroy(error));
        yield stream.pipe(unpacked);
      }
      stream.destroy();
    }
  } finally {
    zip.close();
  }
}

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const onEntry = (entry: Entry): void => settle(() => resolve(entry));
    const onEnd = (): void => settle(() => resolve(null));
    const onError = (error: Error): void => settle(() => reject(error));
    const settle = (done: () => void): void => {
      zip.off('entry', onEntry).off('end', onEnd).off('error', onError);
      done();
    };
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}
