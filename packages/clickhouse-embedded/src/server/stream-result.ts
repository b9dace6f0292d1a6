import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import zlib from 'node:zlib';
import { toException, type ClickHouseException } from '../errors';
import { isLineJson, reportsProgress } from './formats';
import { exceptionFrame, resultHeaders, type ResponseContext } from './respond';

/** The bytes that are delayed at the start, so that an early error has its HTTP status; the same as on a server. */
const HOLD_BYTES = 1024 * 1024;
/** Ms without progress after which a client counts as disconnected. */
const STALL_MS = 300_000;

export interface ResultStream {
  output: Readable;
  /** Resolves when the engine has finished; rejects with its error. */
  outcome: Promise<unknown>;
  format: string;
  encoding: ResponseEncoding;
  /** Aborted when the rest of the result is not needed. */
  signal: AbortSignal;
}

export type ResponseEncoding = 'gzip' | 'deflate' | 'br' | undefined;

/**
 * Sends a result while the engine writes it. Resolves when the last byte is written to the response.
 * @throws ClickHouseException if the query failed before a byte was sent
 */
export async function streamResult(
  response: ServerResponse,
  context: ResponseContext,
  { output, outcome, format, encoding, signal }: ResultStream,
): Promise<void> {
  const failure = outcome.then(() => undefined, toException);
  const holdBytes = reportsProgress(format) ? 0 : HOLD_BYTES;
  const start = (): Writable => {
    response.writeHead(200, {
      ...resultHeaders(context, format),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    });
    return openSink(response, encoding);
  };

  let sink: Writable | undefined;
  let held: Buffer[] = [];
  let heldBytes = 0;
  // The reader is not closed after an error here, see ResultPipe.discardRest.
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    const buffer = chunk as Buffer;
    if (sink !== undefined) {
      await write(sink, buffer, signal);
      continue;
    }
    held.push(buffer);
    heldBytes += buffer.length;
    if (heldBytes <= holdBytes) continue;
    sink = start();
    await write(sink, Buffer.concat(held), signal);
    held = [];
  }
  const exception = await failure;
  if (exception !== undefined && sink === undefined) throw exception;
  sink ??= start();
  if (held.length > 0) sink.write(Buffer.concat(held));
  if (exception === undefined) sink.end();
  else endWithException(response, sink, context, exception, format);
}

/**
 * Ends a response with the block of an error. Clients find the block in JSON with one row per line. For any other
 * format, the connection is closed too, so that the client does not consider the result complete.
 */
function endWithException(
  response: ServerResponse,
  sink: Writable,
  context: ResponseContext,
  exception: ClickHouseException,
  format: string,
): void {
  const frame = exceptionFrame(context, exception);
  if (isLineJson(format)) sink.end(frame);
  else sink.write(frame, () => response.socket?.end());
}

/** Returns an encoding that the client accepts and Node.js can write; undefined if compression is disabled. */
export function chooseEncoding(
  acceptEncoding: string,
  enableHttpCompression: string | undefined,
): ResponseEncoding {
  if (enableHttpCompression === '0' || enableHttpCompression === 'false') return undefined;
  const accepted = acceptEncoding.split(',').map((entry) => entry.split(';')[0]?.trim());
  return (['gzip', 'br', 'deflate'] as const).find((encoding) => accepted.includes(encoding));
}

function openSink(response: ServerResponse, encoding: ResponseEncoding): Writable {
  if (encoding === undefined) return response;
  const compressor = createCompressor(encoding);
  compressor.pipe(response);
  response.once('close', () => compressor.destroy());
  return compressor;
}

function createCompressor(encoding: 'gzip' | 'deflate' | 'br'): zlib.Gzip | zlib.BrotliCompress {
  // Level 3 is ClickHouse's default for HTTP.
  if (encoding === 'gzip') return zlib.createGzip({ level: 3 });
  if (encoding === 'deflate') return zlib.createDeflate({ level: 3 });
  return zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } });
}

async function write(sink: Writable, chunk: Buffer, signal: AbortSignal): Promise<void> {
  if (sink.destroyed) throw new Error('The client has disconnected');
  if (sink.write(chunk)) return;
  const closed = new AbortController();
  const onClose = (): void => closed.abort();
  const stalled = AbortSignal.timeout(STALL_MS);
  sink.once('close', onClose);
  try {
    await once(sink, 'drain', { signal: AbortSignal.any([signal, closed.signal, stalled]) });
  } finally {
    sink.off('close', onClose);
  }
}
