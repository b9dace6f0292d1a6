import type { IncomingMessage } from 'node:http';
import { ByteChunks } from './byte-chunks';
import { bodyTimeout, bodyTooLarge } from './errors';

export interface ReadLimits {
  readonly maxBytes: number;
  /** How long the client may send nothing. */
  readonly idleMs: number;
}

/**
 * The whole request body. Rejects early by Content-Length, while reading once more than `maxBytes` have come,
 * and when nothing comes any more. The socket stays: the error still has to be sent on it.
 *
 * @throws ApiError 408, 413
 */
export async function readBytes(
  request: IncomingMessage,
  { maxBytes, idleMs }: ReadLimits,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    const chunks = new ByteChunks();
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).pause();
      settle();
    };
    const timer = setTimeout(() => finish(() => reject(bodyTimeout())), idleMs);
    const onData = (chunk: Buffer): void => {
      timer.refresh();
      chunks.add(chunk);
      if (chunks.length > maxBytes) finish(() => reject(bodyTooLarge(maxBytes)));
    };
    const onEnd = (): void => finish(() => resolve(chunks.bytes()));
    const onClose = (): void => finish(() => reject(new Error('the client has left')));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    // A reset connection also closes; without a listener the error would end the process.
    request.on('error', () => undefined);
  });
}
