import { createServer } from 'node:http';
import { closeServer, listen } from './listen';
import type { Metrics } from './metrics';

export interface MetricsServer {
  /** Null when metrics have no port of their own. */
  readonly port: number | null;
  close(): Promise<void>;
}

/** Which address and port `/metrics` has. */
export interface MetricsConfig {
  readonly HOST: string;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
}

/**
 * Whether `/metrics` is served on the service's own port: where it has no other one, and only if that port
 * is not open to other machines.
 */
export function metricsOnPort({ HOST, METRICS_PORT }: MetricsConfig): boolean {
  return METRICS_PORT === undefined && /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(HOST);
}

/** `/metrics` on a port of its own; does nothing when `port` is unset. 0 picks a free one. */
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
