import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebServer {
  readonly url: string;
  /** Sets the listener for all later requests; before the first call, requests get a 404. */
  serve(listener: RequestListener): void;
  stop(): Promise<void>;
}

/** A web server from which tables are loaded. */
export async function startWebServer(): Promise<WebServer> {
  let listener: RequestListener = (_request, response) => response.writeHead(404).end();
  const web = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
    serve(next) {
      listener = next;
    },
    async stop() {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}
