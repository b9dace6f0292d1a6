import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of requests of a connection that may wait for an earlier response; one more closes the
 * connection.
 */
export const MAX_WAITING_REQUESTS = 100;

/**
 * Serves the requests of a connection one after the other. Node.js starts each request as soon as it is parsed: a
 * client that sent 700 KB of requests without bodies on one connection, without waiting for responses, started 20,000
 * simultaneous requests, each with its own connection to the api.
 */
export function oneAtATime(): (listener: RequestListener) => RequestListener {
  /** The waiting requests of each connection on which a request is being served. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (listener) => (request, response) => {
    const { socket } = request;
    const start = (): void => {
      response.once('close', () => {
        const next = socket.writable ? waiting.get(socket)?.shift() : undefined;
        if (next === undefined) waiting.delete(socket);
        else next();
      });
      listener(request, response);
    };
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      start();
    } else if (queue.length < MAX_WAITING_REQUESTS) {
      queue.push(start);
    } else {
      socket.destroy();
    }
  };
}
