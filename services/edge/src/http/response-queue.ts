import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EdgeResponse } from './edge-response';

type Send = (request: IncomingMessage, response: ServerResponse, result: EdgeResponse) => void;

/**
 * Collects the responses of one turn of the event loop and sends them together at its end. When each was sent at
 * once, these writes took half of the time of a flag request (docs/performance.md), probably because each write
 * wakes a waiting client.
 *
 * @param onFailed called with each response that cannot be sent; the others are still sent.
 */
export function createResponseQueue(
  send: Send,
  onFailed: (error: unknown, response: ServerResponse) => void,
): Send {
  let waiting: Parameters<Send>[] = [];
  const flush = (): void => {
    const due = waiting;
    waiting = [];
    for (const [request, response, result] of due) {
      try {
        send(request, response, result);
      } catch (error) {
        onFailed(error, response);
      }
    }
  };
  return (...result) => {
    if (waiting.push(result) === 1) setImmediate(flush);
  };
}
