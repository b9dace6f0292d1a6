import type { RequestListener, Server } from 'node:http';
import { defaultHttpConfig } from '@tidemark/configuration';
import { createHttpServer, createLogger, listen } from '@tidemark/platform';
import { createApiProxy } from '../front/proxy';

const logger = createLogger('test', 'silent');

/** Registers servers that close after each test of a file. @returns functions that start them */
export function proxyScene() {
  const open: Server[] = [];

  afterEach(() => {
    for (const server of open.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createHttpServer(defaultHttpConfig, listener);
    open.push(server);
    return `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  }

  const frontOf = (apiUrl: string, trustedProxyHops?: number): Promise<string> =>
    serve(createApiProxy(apiUrl, { logger, trustedProxyHops }).listener);

  return { open, serve, frontOf };
}
