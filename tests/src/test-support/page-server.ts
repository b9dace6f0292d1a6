import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

export interface PageServer {
  /** The URL of another origin than the product's: other host name, other port. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a customer's web page: a module script that imports the real posthog-js and runs `script`, which may import
 * `/live-flags.mjs`, the published file of `packages/browser-live-flags`.
 */
export async function servePage(script: string): Promise<PageServer> {
  const modules = {
    '/posthog.mjs': besides(require.resolve('posthog-js/package.json'), 'dist/module.mjs'),
    '/live-flags.mjs': besides(
      require.resolve('@tidemark/browser-live-flags/package.json'),
      'dist/index.js',
    ),
  };
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title></head><body>
    <button id="buy" class="btn primary">Buy now</button>
    <script type="module">import posthog from '/posthog.mjs';
    window.posthog = posthog;
    ${script}</script></body></html>`;
  return serve(html, modules);
}

/**
 * Serves a customer's web page with the given HTML.
 *
 * @param modules the files of scripts, by their path
 */
export function serveHtml(
  html: string,
  modules: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  return serve(html, modules);
}

function besides(path: string, file: string): string {
  return join(dirname(path), file);
}

/** @param modules the served files by path */
async function serve(html: string, modules: Readonly<Record<string, string>>): Promise<PageServer> {
  const server = createServer((request, response) => {
    const file = modules[request.url ?? ''];
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file));
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
