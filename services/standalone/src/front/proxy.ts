import type { ClientRequest, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Agent, request as openRequest } from 'node:http';
import type { ErrorBody } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { PRIVATE_SECURITY_HEADERS, setHeaders } from '@tidemark/platform';
import { requestHeaders, responseHeaders } from './forwarded-headers';

export interface Proxy {
  readonly listener: RequestListener;
  /** Drops idle connections to the api. */
  close(): void;
}

export interface ProxyOptions {
  readonly logger: Logger;
  /** Proxies of ours in front of this one: only they say which host and scheme a client used. */
  readonly trustedProxyHops?: number | undefined;
}

/** Nothing listens at the api's address: it is being started again. */
const NOT_LISTENING = 'ECONNREFUSED';
const RETRY_AFTER_SECONDS = '1';

/**
 * Passes requests on to the api without collecting them. Bodies keep the framing they came with, each message
 * is written anew by Node.js, and a connection is used again only behind a request that was sent completely
 * and a response that was received completely. When the client hangs up, the request to the api is dropped
 * too, which is how the api learns that a query may be cancelled.
 *
 * Requests must come from a server of `createHttpServer`, which rejects the ambiguous ones.
 */
export function createApiProxy(apiUrl: string, options: ProxyOptions): Proxy {
  const { hostname, port } = new URL(apiUrl);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' });
  return {
    listener: (request, response) => {
      const upstream = openRequest({
        agent,
        host: hostname,
        port,
        method: request.method,
        path: request.url,
        headers: requestHeaders(request, options.trustedProxyHops),
        insecureHTTPParser: false,
      });
      exchange(request, response, upstream, options.logger);
    },
    close: () => agent.destroy(),
  };
}

function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: ClientRequest,
  logger: Logger,
): void {
  upstream.on('response', (result) => relay(request, response, upstream, result));
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    request.unpipe(upstream);
    if (response.headersSent) {
      // The api died half-way: the client must not take the part for the whole.
      if (!response.writableEnded) response.destroy();
    } else if (!response.destroyed) {
      logger.debug({ code: error.code, method: request.method }, 'the api gave no response');
      sendUnavailable(request, response, error.code);
    }
  });
  response.once('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) upstream.end();
  else request.pipe(upstream);
}

function relay(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: ClientRequest,
  result: IncomingMessage,
): void {
  result.once('error', () => response.destroy());
  result.once('end', () => {
    if (upstream.writableFinished && request.complete) return;
    // The api responded without the rest of the body: what is sent of it now must never be read as a request.
    request.unpipe(upstream);
    upstream.destroy();
  });
  if (response.destroyed) return;
  const headers = responseHeaders(result);
  // The rest of the body is discarded, and the connection closed behind it.
  if (!request.complete) headers.push('Connection', 'close');
  response.writeHead(result.statusCode ?? 502, result.statusMessage ?? '', headers);
  result.pipe(response);
  // A stream whose first message is not there yet: its head is.
  setImmediate(() => {
    if (!result.readableDidRead && !result.readableEnded) response.flushHeaders();
  });
}

function sendUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  code: string | undefined,
): void {
  const isStarting = code === NOT_LISTENING;
  const body: ErrorBody = {
    type: 'server_error',
    code: 'error',
    detail: isStarting
      ? 'The service is starting. Try again shortly.'
      : 'The service did not respond. Try again.',
    attr: null,
  };
  const text = JSON.stringify(body);
  setHeaders(response, PRIVATE_SECURITY_HEADERS);
  response.writeHead(isStarting ? 503 : 502, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(isStarting ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
