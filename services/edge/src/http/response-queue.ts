import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EdgeResponse } from './edge-response';

type Send = (request: IncomingMessage, response: ServerResponse, result: EdgeResponse) => void;

/**
 * Sends the responses that were found in one turn of the event loop one right after the other, at the
 * turn's end. One by one, between reads and computations, these writes were half of what a flag request costs
 * (docs/performance.md), probably because each wakes a client that has just started to sleep.
 *
 * @param onFailed called with a response that cannot be sent; the others of the turn are.
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
