import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

/** A response that is sent while it is made, instead of a JSON body. */
export class StreamedResponse {
  constructor(
    readonly contentType: string,
    /** Waits when the client reads slowly, is ended when it leaves; its failure breaks the connection. */
    readonly chunks: AsyncIterable<Buffer | string>,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly options: {
      /** Text that is worth compressing, for clients that take gzip. */
      readonly compressible?: boolean;
      /** Breaks the connection even while the client takes nothing. */
      readonly broken?: AbortSignal;
    } = {},
  ) {}
}

/** A few rows of a slow query must not wait in the compressor for more of them. */
const GZIP = { level: 4, flush: constants.Z_SYNC_FLUSH } as const;

/** Resolves when the last byte is sent. @throws whatever the chunks fail with */
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
  // The first chunk may be long in coming; the client learns at once that its request was taken.
  response.flushHeaders();
  const source = Readable.from(chunks);
  const { broken: signal } = options;
  const how = signal === undefined ? {} : { signal };
  if (zips) await pipeline(source, createGzip(GZIP), response, how);
  else await pipeline(source, response, how);
}
