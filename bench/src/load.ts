import autocannon from 'autocannon';
import type { MeasuredServer } from './child';

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Latencies in ms. */
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicrosPerRequest: number;
}

export interface LoadOptions {
  readonly path: string;
  /** Sent in turn by every connection. */
  readonly bodies: readonly (string | Buffer)[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
}

/** One load of POSTs against one server. @throws when any answer is not 2xx. */
export async function load(server: MeasuredServer, options: LoadOptions): Promise<LoadResult> {
  const before = server.cpuSeconds();
  const result = await autocannon({
    url: server.url + options.path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...options.headers },
    requests: options.bodies.map((body) => ({ body })),
    duration: options.seconds,
    connections: options.connections,
  });
  const cpu = server.cpuSeconds() - before;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${options.path}: ${result.non2xx} non-2xx answers, ${result.errors} errors`);
  }
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicrosPerRequest: (cpu * 1e6) / result['2xx'],
  };
}
