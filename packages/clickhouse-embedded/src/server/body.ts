import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import zlib from 'node:zlib';
import { ownError } from '../errors';

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => zlib.createGunzip()],
  ['deflate', () => zlib.createInflate()],
  ['br', () => zlib.createBrotliDecompress()],
]);
const MAX_STATEMENT_BYTES = 64 * 1024 * 1024;

/**
 * Returns the decompressed body of a request.
 * @throws ClickHouseException 48 for an unsupported encoding
 */
export function bodyStream(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' || encoding === '') return message;
  const decoder = DECODERS.get(encoding)?.();
  if (decoder === undefined) throw ownError(48, `Unknown compression method ${encoding}`);
  message.pipe(decoder);
  // Does not use stream.pipeline, which would destroy the request, so that no response could be sent.
  decoder.once('error', () => {
    message.unpipe(decoder);
    message.resume();
  });
  message.once('close', () => {
    if (!message.complete) decoder.destroy(new Error('The client broke off the request'));
  });
  return decoder;
}

/** Reads at least the given number of bytes of a stream, or all; the rest stays in the stream. */
export async function readPrefix(stream: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = stream.iterator({ destroyOnReturn: false });
  for await (const chunk of iterator) {
    const buffer = chunk as Buffer;
    chunks.push(buffer);
    size += buffer.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks);
}

/** Reads the rest of a stream. */
export async function readRest(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const buffer = chunk as Buffer;
    size += buffer.length;
    if (size > MAX_STATEMENT_BYTES) throw ownError(36, 'The statement is longer than 64 MiB');
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}
