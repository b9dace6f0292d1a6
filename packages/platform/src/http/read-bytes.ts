import type { IncomingMessage } from 'node:http';
import { ByteChunks } from './byte-chunks';
import { bodyTimeout, bodyTooLarge } from './errors';

export interface ReadLimits {
  readonly maxBytes: number;
  /** The maximum time during which the client may send nothing. */
  readonly idleMs: number;
}

/**
 * Reads the whole request body. Rejects it early if Content-Length is too large, after more than `maxBytes` have
 * arrived, or if no more data arrives. The socket stays open, because the error response is sent on it.
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
    const onClose = (): void => finish(() => reject(new Error('the client has disconnected')));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    // A reset connection also emits `close`; without a listener the error event would end the process.
    request.on('error', () => undefined);
  });
}
