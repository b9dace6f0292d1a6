import type { Metrics } from '../metrics';

export interface HttpMetrics {
  /** Records one completed request of a declared route. */
  observe(request: {
    readonly route: string;
    readonly method: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
}

export function createHttpMetrics(metrics: Metrics): HttpMetrics {
  const duration = metrics.histogram(
    'tidemark_http_request_seconds',
    'Time from the request line to the end of the response',
    ['route', 'method', 'status'],
  );
  return {
    observe: ({ route, method, status, seconds }) =>
      duration.observe({ route, method, status: String(status) }, seconds),
  };
}
