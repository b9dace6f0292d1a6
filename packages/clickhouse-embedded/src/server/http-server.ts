import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { QueryHandler } from './query-handler';

const ALIVE_PATHS = new Set(['/ping', '/replicas_status']);
/** ClickHouse's default limit for a URI, plus room for headers. */
const MAX_HEADER_BYTES = 1024 * 1024 + 64 * 1024;
const KEEP_ALIVE_MS = 30_000;

/** Creates a server with the paths of ClickHouse's HTTP interface that clients use. */
export function createHttpServer(handleQuery: QueryHandler, logger: Logger): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (message, response) => {
    const url = new URL(message.url ?? '/', 'http://localhost');
    const isBareGet = message.method === 'GET' && !url.searchParams.has('query');
    if (ALIVE_PATHS.has(url.pathname) || (url.pathname === '/' && isBareGet)) {
      sendText(response, 200, 'Ok.\n');
    } else if (url.pathname === '/') {
      handleQuery(message, response, url).catch((error: unknown) => {
        logger.error(
          { err: error },
          'a request to the embedded ClickHouse failed with an unexpected error',
        );
        response.destroy();
      });
    } else {
      sendText(response, 404, `There is no handle ${url.pathname}\n`);
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // There is no limit for the duration of an upload or a query.
  server.requestTimeout = 0;
  return server;
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
