import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of an unread body that are discarded behind an early response: five times the largest accepted body. */
const MAX_DISCARDED_BYTES = 100 * 1024 * 1024;
/** How long a client may take to finish sending them. */
const MAX_LINGER_MS = 30_000;

/**
 * Sees to it that an early response reaches its client. Closing a connection whose received bytes were not
 * read resets it, and a reset discards the response on its way (RFC 9112 §9.6). So the server closes its own
 * direction only, discards what the client still sends, and closes the rest at the end of that request.
 *
 * @param onLinger called when the connection is about to close: no further request on it may be served
 */
export function lingerAfterEarlyResponse(
  request: IncomingMessage,
  response: ServerResponse,
  onLinger: (socket: Socket) => void,
): void {
  response.once('prefinish', () => {
    const { socket } = request;
    if (request.complete) return;
    // Node.js calls it behind the last response of a connection, and only there.
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
