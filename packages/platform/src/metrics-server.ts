import { createServer } from 'node:http';
import { closeServer, listen } from './listen';
import type { Metrics } from './metrics';

export interface MetricsServer {
  /** Null when metrics have no port of their own. */
  readonly port: number | null;
  close(): Promise<void>;
}

/** `/metrics` on a loopback-only port of its own; does nothing when `port` is unset. 0 picks a free one. */
export async function startMetricsServer(
  metrics: Metrics,
  port: number | undefined,
): Promise<MetricsServer> {
  if (port === undefined) return { port: null, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => {
        response.writeHead(200, { 'content-type': metrics.registry.contentType });
        response.end(text);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const real = await listen(server, port, '127.0.0.1');
  return { port: real, close: () => closeServer(server) };
}
