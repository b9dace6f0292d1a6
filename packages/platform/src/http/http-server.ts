import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long and how much a client may keep a server busy; the configuration says what each is. */
export interface HttpLimits {
  readonly HTTP_HEADERS_TIMEOUT_SECONDS: number;
  readonly HTTP_REQUEST_TIMEOUT_SECONDS: number;
  readonly HTTP_WRITE_STALL_SECONDS: number;
  readonly HTTP_KEEP_ALIVE_SECONDS: number;
  readonly HTTP_MAX_HEADER_BYTES: number;
  readonly HTTP_MAX_HEADERS: number;
  readonly HTTP_MAX_CONNECTIONS: number;
}

/** How often node looks for requests that take too long. */
const MAX_CHECK_INTERVAL_MS = 5_000;

/** A server that no client holds up by sending or reading slowly, or by opening connections. */
export function createHttpServer(limits: HttpLimits, listener: RequestListener): Server {
  const requestTimeout = limits.HTTP_REQUEST_TIMEOUT_SECONDS * 1_000;
  const headersTimeout = Math.min(limits.HTTP_HEADERS_TIMEOUT_SECONDS * 1_000, requestTimeout);
  const server = createServer(
    {
      maxHeaderSize: limits.HTTP_MAX_HEADER_BYTES,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: limits.HTTP_KEEP_ALIVE_SECONDS * 1_000,
      connectionsCheckingInterval: Math.min(headersTimeout, MAX_CHECK_INTERVAL_MS),
    },
    (request, response) => {
      if (request.rawHeaders.length > 2 * limits.HTTP_MAX_HEADERS) {
        response.writeHead(431, { Connection: 'close' }).end();
      } else {
        listener(request, response);
      }
    },
  );
  // Node leaves out what is beyond, without a word: one more than is allowed tells that there was more.
  server.maxHeadersCount = limits.HTTP_MAX_HEADERS + 1;
  if (limits.HTTP_MAX_CONNECTIONS > 0) server.maxConnections = limits.HTTP_MAX_CONNECTIONS;
  breakOffStalled(server, limits.HTTP_WRITE_STALL_SECONDS * 1_000);
  return server;
}

/**
 * A connection on which nothing moved for so long is broken off if its client has an answer to take. Where it
 * is us who are awaited (a long query, a stream without news), it stays.
 */
function breakOffStalled(server: Server, stallMs: number): void {
  // Idle connections have a time-out of their own, of whole seconds: never this one.
  const ownTimeout = stallMs + 1;
  server.setTimeout(ownTimeout, (socket: Socket) => {
    if (socket.timeout === ownTimeout && socket.writableLength === 0) socket.setTimeout(ownTimeout);
    else socket.destroy();
  });
}
