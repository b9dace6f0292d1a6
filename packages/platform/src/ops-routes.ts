import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { HealthCheck, Readiness } from './health';
import { readiness } from './health';
import { PRIVATE_SECURITY_HEADERS, setHeaders } from './http';
import type { Metrics } from './metrics';

export interface OpsRoutes {
  /** Handles `/_livez`, `/_readyz`, `/metrics` and older names of these; false for other paths. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** The readiness of this process alone, without that of other services, which `/_readyz` may include. */
  readiness(): Promise<Readiness>;
  /** Makes `/_readyz` return 503, so that a stopping process gets no new requests. */
  startDraining(): void;
  /** The same routes as a complete request listener. */
  listener: RequestListener;
}

/**
 * The three paths that every service serves (`docs/wire/operations.md#probes`). Probes for PostHog's flag service use
 * `/_liveness` and `/_readiness` (`docs/wire/operations.md#posthog-probes`).
 */
export function createOpsRoutes(deps: {
  readonly checks: readonly HealthCheck[];
  /** Other services that `/_readyz` includes, if this service represents the whole product. */
  readonly otherServices?: readonly HealthCheck[];
  readonly metrics: Metrics;
  /** False if metrics have a separate port. */
  readonly serveMetrics: boolean;
}): OpsRoutes {
  let draining = false;
  const all = [...deps.checks, ...(deps.otherServices ?? [])];
  showReachability(deps.metrics, all);

  const state = async (checks: readonly HealthCheck[]): Promise<Readiness> =>
    draining ? { ready: false, checks: { process: 'stopping' } } : readiness(checks);

  const respond = async (response: ServerResponse): Promise<void> => {
    const { ready, checks } = await state(all);
    sendJson(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks });
  };

  const metrics = async (response: ServerResponse): Promise<void> => {
    const text = await deps.metrics.registry.metrics();
    setHeaders(response, PRIVATE_SECURITY_HEADERS);
    response.writeHead(200, { 'content-type': deps.metrics.registry.contentType });
    response.end(text);
  };

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = (request.url ?? '/').split('?', 1)[0];
    const fail = (error: unknown): void =>
      sendJson(response, 500, { status: 'error', detail: String(error) });
    if (path === '/_livez' || path === '/_liveness') {
      sendJson(response, 200, { status: 'ok' });
    } else if (path === '/_readyz' || path === '/_readiness') {
      respond(response).catch(fail);
    } else if (path === '/metrics' && deps.serveMetrics) {
      metrics(response).catch(fail);
    } else {
      return false;
    }
    return true;
  };

  return {
    handle,
    readiness: () => state(deps.checks),
    startDraining: () => {
      draining = true;
    },
    listener: (request, response) => {
      if (!handle(request, response)) sendJson(response, 404, { status: 'not found' });
    },
  };
}

/**
 * A gauge of each dependency. The checks run when the metrics are requested, so that they show the same state as a
 * probe.
 */
function showReachability(metrics: Metrics, checks: readonly HealthCheck[]): void {
  metrics.readGauges(
    'dependency_up',
    '1 for a dependency that responded to a real request, 0 for one that did not',
    'dependency',
    async () => {
      const { checks: states } = await readiness(checks);
      return Object.entries(states).map(([name, state]) => [name, state === 'ok' ? 1 : 0]);
    },
  );
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  setHeaders(response, PRIVATE_SECURITY_HEADERS);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
