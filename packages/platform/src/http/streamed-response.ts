import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

/** A response whose body is sent while it is generated. */
export class StreamedResponse {
  constructor(
    readonly contentType: string,
    /**
     * The iteration waits while the client reads slowly and ends when the client disconnects. If it throws, the
     * connection is closed.
     */
    readonly chunks: AsyncIterable<Buffer | string>,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly options: {
      /** Whether the body is text that should be compressed for clients that accept gzip. */
      readonly compressible?: boolean;
      /** Closes the connection when aborted, even while the client does not read. */
      readonly broken?: AbortSignal;
    } = {},
  ) {}
}

/** Flushes every chunk, so that a few rows of a slow query do not wait in the compressor for more. */
const GZIP = { level: 4, flush: constants.Z_SYNC_FLUSH } as const;

/** Resolves when the last byte is sent. @throws the error of the chunks */
export async function sendStream(
  request: Pick<Request, 'acceptsEncodings'>,
  response: Response,
  status: number,
  { contentType, headers, chunks, options }: StreamedResponse,
): Promise<void> {
  const compressible = options.compressible === true;
  const zips = compressible && request.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (compressible) response.vary('Accept-Encoding');
  response.writeHead(status, {
    'Content-Type': contentType,
    ...headers,
    ...(zips && { 'Content-Encoding': 'gzip' }),
  });
  // The first chunk may take long; with the headers, the client learns that its request was accepted.
  response.flushHeaders();
  const source = Readable.from(chunks);
  const { broken: signal } = options;
  const how = signal === undefined ? {} : { signal };
  if (zips) await pipeline(source, createGzip(GZIP), response, how);
  else await pipeline(source, response, how);
}
