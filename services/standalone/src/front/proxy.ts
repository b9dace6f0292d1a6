import type { ClientRequest, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Agent, request as openRequest } from 'node:http';
import type { Logger } from '@tidemark/platform';
import { requestHeaders, responseHeaders } from './forwarded-headers';
import { sendUnavailable } from './unavailable';

export interface Proxy {
  readonly listener: RequestListener;
  /** Closes idle connections to the api. */
  close(): void;
}

export interface ProxyOptions {
  readonly logger: Logger;
  /** The number of the operator's proxies in front; only they are trusted with host and scheme. */
  readonly trustedProxyHops?: number | undefined;
}

/**
 * Streams requests to the api. Bodies keep their framing, but Node.js writes each message again. A connection is
 * reused only after its request was sent and its response was received completely. When the client closes its
 * connection, the request to the api is aborted too, so that the api can cancel a query.
 *
 * Requests must come from a server of `createHttpServer`, which rejects ambiguous requests.
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
      // The api has sent only a part of the response. The connection is closed, so that the client notices it.
      if (!response.writableEnded) response.destroy();
    } else if (!response.destroyed) {
      logger.debug({ code: error.code, method: request.method }, 'the api did not respond');
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
    // The api responded before it had the whole body. The rest must not be sent, because it could be read as a request.
    request.unpipe(upstream);
    upstream.destroy();
  });
  if (response.destroyed) return;
  const headers = responseHeaders(result);
  // The rest of the body is discarded, and the connection is closed after the response.
  if (!request.complete) headers.push('Connection', 'close');
  response.writeHead(result.statusCode ?? 502, result.statusMessage ?? '', headers);
  result.pipe(response);
  // Sends the headers of a stream before its first message.
  setImmediate(() => {
    if (!result.readableDidRead && !result.readableEnded) response.flushHeaders();
  });
}
