import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from './errors';

/**
 * The whole request body. Refuses early by Content-Length, and while reading once more than
 * `limitBytes` have come.
 *
 * @throws ApiError 413
 */
export async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  // Giving up must not destroy the socket: the refusal still has to be sent on it.
  const stream = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limitBytes) throw bodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
