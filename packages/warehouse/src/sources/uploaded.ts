import { Readable } from 'node:stream';
import { WarehouseSourceError } from '../errors';
import type { Source } from './source';

/** A file that is stored in pieces of the same size. */
export interface StoredFile {
  readonly pieceBytes: number;
  size(): Promise<number>;
  /** Null if the file was deleted. */
  readPiece(piece: number): Promise<Buffer | null>;
}

export function openUploaded(stored: StoredFile): Source {
  const { pieceBytes } = stored;
  async function* bytes(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const piece = Math.floor(at / pieceBytes);
      const content = await stored.readPiece(piece);
      if (content === null) {
        throw new WarehouseSourceError('The uploaded file was replaced.', { isTransient: true });
      }
      const offset = at - piece * pieceBytes;
      const part = content.subarray(offset, offset + end - at);
      if (part.length === 0) return;
      yield part;
      at += part.length;
    }
  }
  return {
    files: () =>
      Promise.resolve([
        {
          name: 'upload',
          size: () => stored.size(),
          read: async (range) =>
            Readable.from(
              range === undefined ? bytes(0, await stored.size()) : bytes(range.start, range.end),
              { objectMode: false },
            ),
        },
      ]),
    close: () => undefined,
  };
}

/** A file in memory. */
export function bufferedFile(content: Uint8Array): StoredFile {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return {
    pieceBytes: Math.max(1, buffer.length),
    size: () => Promise.resolve(buffer.length),
    readPiece: (piece) => Promise.resolve(piece === 0 ? buffer : null),
  };
}
