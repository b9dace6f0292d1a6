import autocannon from 'autocannon';
import type { MeasuredServer } from './child';

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** The median latency in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicrosPerRequest: number;
}

export interface LoadOptions {
  readonly path: string;
  /** Every connection sends the bodies in turn; without bodies, it sends GET requests. */
  readonly bodies: readonly (string | Buffer)[];
  /** The expected status of each response; by default any 2xx. */
  readonly status?: 304;
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
}

/**
 * Loads one server and returns the measurements.
 *
 * @throws Error if a response does not have the expected status
 */
export async function load(server: MeasuredServer, options: LoadOptions): Promise<LoadResult> {
  const before = server.cpuSeconds();
  const result = await autocannon({
    url: server.url + options.path,
    method: options.bodies.length === 0 ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...options.headers },
    ...(options.bodies.length > 0 && { requests: options.bodies.map((body) => ({ body })) }),
    duration: options.seconds,
    connections: options.connections,
  });
  const cpu = server.cpuSeconds() - before;
  const wanted = options.status === 304 ? result['3xx'] : result['2xx'];
  const others = result.non2xx + result['2xx'] - wanted;
  if (others > 0 || result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${options.path}: ${result.errors} errors, responses by status ${statuses}`);
  }
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicrosPerRequest: (cpu * 1e6) / wanted,
  };
}
