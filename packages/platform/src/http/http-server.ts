import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@tidemark/contracts';
import { lingerAfterEarlyResponse } from './lingering-close';
import { oneAtATime } from './pipelined-requests';
import { findAmbiguity } from './request-guard';
import { PRIVATE_SECURITY_HEADERS, setHeaders } from './security-headers';

/** The limits of connections and requests; the configuration describes each of them. */
export interface HttpLimits {
  readonly HTTP_HEADERS_TIMEOUT_SECONDS: number;
  readonly HTTP_REQUEST_TIMEOUT_SECONDS: number;
  readonly HTTP_WRITE_STALL_SECONDS: number;
  readonly HTTP_KEEP_ALIVE_SECONDS: number;
  readonly HTTP_MAX_HEADER_BYTES: number;
  readonly HTTP_MAX_HEADERS: number;
  readonly HTTP_MAX_CONNECTIONS: number;
}

/** The maximum interval at which Node checks for requests that exceed their time limit. */
const MAX_CHECK_INTERVAL_MS = 5_000;

/**
 * A server that limits slow clients and the number of connections. A request that another HTTP parser could read
 * differently gets 400, and its connection is closed.
 */
export function createHttpServer(limits: HttpLimits, listener: RequestListener): Server {
  const requestTimeout = limits.HTTP_REQUEST_TIMEOUT_SECONDS * 1_000;
  const headersTimeout = Math.min(limits.HTTP_HEADERS_TIMEOUT_SECONDS * 1_000, requestTimeout);
  /** Connections on which no further request is served, even if more data arrives. */
  const closing = new WeakSet<Socket>();
  const reject = (request: IncomingMessage, response: ServerResponse, status: number): void => {
    closing.add(request.socket);
    setHeaders(response, PRIVATE_SECURITY_HEADERS);
    response.writeHead(status, { Connection: 'close', 'Content-Length': 0 }).end();
  };
  const serve: RequestListener = (request, response) => {
    if (closing.has(request.socket)) return;
    const hasBody =
      request.headers['content-length'] !== undefined ||
      request.headers['transfer-encoding'] !== undefined;
    if (hasBody) {
      lingerAfterEarlyResponse(request, response, (socket) => closing.add(socket));
    }
    const ambiguity = findAmbiguity(request);
    if (ambiguity !== null) {
      closing.add(request.socket);
      rejectAmbiguous(response, ambiguity);
    } else if (request.rawHeaders.length > 2 * limits.HTTP_MAX_HEADERS) {
      reject(request, response, 431);
    } else {
      listener(request, response);
    }
  };
  const inTurn = oneAtATime();
  const server = createServer(
    {
      maxHeaderSize: limits.HTTP_MAX_HEADER_BYTES,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: limits.HTTP_KEEP_ALIVE_SECONDS * 1_000,
      connectionsCheckingInterval: Math.min(headersTimeout, MAX_CHECK_INTERVAL_MS),
      // Both are the defaults, but NODE_OPTIONS could change them.
      insecureHTTPParser: false,
      requireHostHeader: true,
    },
    inTurn(serve),
  );
  // Node.js accepts any text that contains `100-continue`; here only the exact value is accepted.
  const serveExpected: RequestListener = (request, response) => {
    if (request.headers.expect?.toLowerCase() !== '100-continue') reject(request, response, 417);
    else {
      if (findAmbiguity(request) === null) response.writeContinue();
      serve(request, response);
    }
  };
  server.on('checkContinue', inTurn(serveExpected));
  server.on(
    'checkExpectation',
    inTurn((request, response) => reject(request, response, 417)),
  );
  // Node.js drops headers beyond the limit without an error; with one more than is allowed, too many headers are
  // recognised.
  server.maxHeadersCount = limits.HTTP_MAX_HEADERS + 1;
  if (limits.HTTP_MAX_CONNECTIONS > 0) server.maxConnections = limits.HTTP_MAX_CONNECTIONS;
  breakOffStalled(server, limits.HTTP_WRITE_STALL_SECONDS * 1_000);
  return server;
}

function rejectAmbiguous(response: ServerResponse, detail: string): void {
  const body: ErrorBody = { type: 'invalid_request', code: 'bad_request', detail, attr: null };
  const text = JSON.stringify(body);
  setHeaders(response, PRIVATE_SECURITY_HEADERS);
  response.writeHead(400, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
}

/**
 * Ends a connection without progress for this time if its client has not read a response. A connection that waits for
 * the service itself (a long query, a stream without data) is kept.
 */
function breakOffStalled(server: Server, stallMs: number): void {
  // Distinguishes this timeout from that of idle connections, which is in whole seconds.
  const ownTimeout = stallMs + 1;
  server.setTimeout(ownTimeout, (socket: Socket) => {
    if (socket.timeout === ownTimeout && socket.writableLength === 0) socket.setTimeout(ownTimeout);
    else socket.destroy();
  });
}
