import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of bytes of an unread body that are discarded after an early response: five times the largest
 * accepted body.
 */
const MAX_DISCARDED_BYTES = 100 * 1024 * 1024;
/** The maximum time for the client to send them. */
const MAX_LINGER_MS = 30_000;

/**
 * Makes sure that the client receives an early response. Closing a connection with unread bytes resets it, and a
 * reset may discard the response (RFC 9112 §9.6). Therefore the server closes only its own direction, discards the
 * bytes that the client still sends, and closes the other direction at the end of the request.
 * @param onLinger called before the connection is closed; no further request on it may be served
 */
export function lingerAfterEarlyResponse(
  request: IncomingMessage,
  response: ServerResponse,
  onLinger: (socket: Socket) => void,
): void {
  response.once('prefinish', () => {
    const { socket } = request;
    if (request.complete) return;
    // Node.js calls `destroySoon` only after the last response of a connection.
    socket.destroySoon = () => {
      onLinger(socket);
      discardRest(request, socket);
    };
  });
}

function discardRest(request: IncomingMessage, socket: Socket): void {
  const close = (): void => {
    socket.destroy();
  };
  const timer = setTimeout(close, MAX_LINGER_MS);
  let discarded = 0;
  socket.once('close', () => clearTimeout(timer));
  request.on('error', close).on('end', close);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) close();
  });
  socket.end();
  request.resume();
}
