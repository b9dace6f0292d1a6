import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

export interface PageServer {
  /** Another origin than the product's: other host name, other port. */
  readonly url: string;
  close(): Promise<void>;
}

/** A customer's web page: a module script that imports the real posthog-js and runs `script`. */
export async function servePage(script: string): Promise<PageServer> {
  const library = readFileSync(
    join(dirname(require.resolve('posthog-js/package.json')), 'dist', 'module.mjs'),
  );
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title></head><body>
    <button id="buy" class="btn primary">Buy now</button>
    <script type="module">import posthog from '/posthog.mjs';
    window.posthog = posthog;
    ${script}</script></body></html>`;
  return serve(html, library);
}

/** A customer's web page as it is. */
export function serveHtml(html: string): Promise<PageServer> {
  return serve(html, '');
}

async function serve(html: string, library: string | Buffer): Promise<PageServer> {
  const server = createServer((request, response) => {
    if (request.url === '/posthog.mjs') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(library);
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/shop?utm_source=mail`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
