import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An answer that is sent while it is made, instead of a JSON body. */
export class StreamedAnswer {
  constructor(
    readonly contentType: string,
    /** Waits when the client reads slowly, is ended when it leaves; its failure breaks the connection. */
    readonly chunks: AsyncIterable<Buffer | string>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Resolves when the last byte is sent. @throws whatever the chunks fail with */
export async function sendStream(
  response: ServerResponse,
  status: number,
  { contentType, headers, chunks }: StreamedAnswer,
): Promise<void> {
  response.writeHead(status, { 'Content-Type': contentType, ...headers });
  // The first chunk may be long in coming; the client learns at once that its request was taken.
  response.flushHeaders();
  await pipeline(Readable.from(chunks), response);
}
