import { Agent } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { ServerResponse } from 'node:http';
import type { ErrorBody } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { PRIVATE_SECURITY_HEADERS, setHeaders } from '@tidemark/platform';
import { createProxyServer } from 'http-proxy-3';

export interface Proxy {
  readonly listener: RequestListener;
  /** Drops idle connections to the api. */
  close(): void;
}

/** Nobody listens there at this moment: the api is being started again. */
const NOT_LISTENING = 'ECONNREFUSED';
const RETRY_AFTER_SECONDS = '1';

/**
 * Passes requests on to the api, as they are and without collecting them. When the client hangs up,
 * the request to the api is dropped too, which is how the api learns that a query may be cancelled.
 */
export function createApiProxy(apiUrl: string, logger: Logger): Proxy {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const proxy = createProxyServer({ target: apiUrl, agent, xfwd: true });

  proxy.on('proxyRes', (answer, _request, response) => {
    // The api died half-way: the client must not take what came for the whole.
    answer.once('error', () => response.destroy());
  });
  proxy.on('error', (error: NodeJS.ErrnoException, request, response) => {
    if (!(response instanceof ServerResponse)) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    logger.debug({ code: error.code, method: request.method }, 'the api gave no answer');
    refuse(response, error.code);
  });

  return {
    listener: (request: IncomingMessage, response: ServerResponse) => {
      proxy.web(request, response);
    },
    close: () => agent.destroy(),
  };
}

function refuse(response: ServerResponse, code: string | undefined): void {
  const isAway = code === NOT_LISTENING;
  const body: ErrorBody = {
    type: 'server_error',
    code: 'error',
    detail: isAway
      ? 'The service is starting. Try again in a moment.'
      : 'The service gave no answer. Try again.',
    attr: null,
  };
  setHeaders(response, PRIVATE_SECURITY_HEADERS);
  response.writeHead(isAway ? 503 : 502, {
    'content-type': 'application/json',
    ...(isAway ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
  });
  response.end(JSON.stringify(body));
}
