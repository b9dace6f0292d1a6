import type { IncomingMessage } from 'node:http';
import { ByteChunks } from '@tidemark/platform';
import type { BodyHold } from '../body/body-budget';
import type { IdleWatch } from './idle-watch';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Decides when a client that sends no byte counts as disconnected. */
  readonly idle: IdleWatch;
  /** Reserves the received bytes in the budget. */
  readonly hold: BodyHold;
}

export type ReadBody =
  | { readonly outcome: 'complete'; readonly body: Buffer }
  /** Over the limit. When drained, the connection can carry the next request. */
  | { readonly outcome: 'too_large'; readonly drained: boolean }
  | { readonly outcome: 'stalled' }
  /** The process has too many bytes in flight. The rest of the body is read and discarded, unless it is long. */
  | { readonly outcome: 'busy'; readonly drained: boolean }
  /** The client closed the connection, so no response can be sent. */
  | { readonly outcome: 'aborted' };

/** A body that was not read in full, of a client that still waits for a response. */
export type UnreadBody = Exclude<ReadBody, { outcome: 'complete' | 'aborted' }>;

/** The bytes that a request reserves from the budget before its body arrives. */
const FIRST_BYTES = 64 * 1024;

const EMPTY: ReadBody = { outcome: 'complete', body: Buffer.alloc(0) };

/**
 * Reads a request's body as sent. After the limit, up to the same number of bytes is read and discarded, so that the
 * client gets the response and can reuse the connection. A declared length that does not fit into the budget is
 * rejected at once. Of a declared length, the budget reserves at most twice the received bytes, because declaring a
 * length costs a client nothing.
 */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<ReadBody> {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    return Promise.resolve(EMPTY);
  }
  const declared = Math.min(Number(headers['content-length'] ?? 0), limits.maxBytes);
  const first = Math.min(declared, FIRST_BYTES);
  if (!limits.hold.fits(declared) || !limits.hold.take(first, 'sent'))
    return Promise.resolve({ outcome: 'busy', drained: true });
  return new Promise((resolve) => {
    let taken = first;
    const chunks = new ByteChunks(declared);
    let length = 0;
    const finish = (result: ReadBody): void => {
      wait.end();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(result);
    };
    const wait = limits.idle.begin(() => finish({ outcome: 'stalled' }));
    const onData = (chunk: Buffer): void => {
      wait.progress();
      length += chunk.length;
      if (length <= limits.maxBytes) {
        const wanted = Math.max(length, Math.min(declared, 2 * length));
        if (wanted > taken) {
          if (!limits.hold.take(wanted - taken, 'sent')) {
            chunks.clear();
            finish({ outcome: 'busy', drained: false });
            return;
          }
          taken = wanted;
        }
        chunks.add(chunk);
        return;
      }
      chunks.clear();
      if (length > 2 * limits.maxBytes) finish({ outcome: 'too_large', drained: false });
    };
    const onEnd = (): void => {
      if (length > limits.maxBytes) {
        finish({ outcome: 'too_large', drained: true });
        return;
      }
      finish({ outcome: 'complete', body: chunks.bytes() });
    };
    const onClose = (): void => finish({ outcome: 'aborted' });
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    // A reset connection also closes; without a listener the error would end the process.
    request.on('error', () => undefined);
  });
}
