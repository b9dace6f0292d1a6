import { createServer } from 'node:http';
import { closeServer, listen } from './listen';
import type { Metrics } from './metrics';

export interface MetricsServer {
  /** Null if metrics have no separate port. */
  readonly port: number | null;
  close(): Promise<void>;
}

/** The address and port of `/metrics`. */
export interface MetricsConfig {
  readonly HOST: string;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
}

/**
 * Whether `/metrics` is served on the service's own port: only if it has no separate port, and other machines cannot
 * reach the service's port.
 */
export function metricsOnPort({ HOST, METRICS_PORT }: MetricsConfig): boolean {
  return METRICS_PORT === undefined && /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(HOST);
}

/** Serves `/metrics` on a separate port; does nothing if `port` is unset. 0 selects a free port. */
export async function startMetricsServer(
  metrics: Metrics,
  port: number | undefined,
  host = '127.0.0.1',
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
  const real = await listen(server, port, host);
  return { port: real, close: () => closeServer(server) };
}
