import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { HealthCheck, Readiness } from './health';
import { readiness } from './health';
import { PRIVATE_SECURITY_HEADERS, setHeaders } from './http';
import type { Metrics } from './metrics';

export interface OpsRoutes {
  /** Serves `/_livez`, `/_readyz`, `/metrics` and older names; false when the path is another one. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** The readiness of this process alone: the result of `/_readyz` without the other services. */
  readiness(): Promise<Readiness>;
  /** Makes `/_readyz` return 503, so that a stopping process gets no new traffic. */
  startDraining(): void;
  /** The same routes as a whole server. */
  listener: RequestListener;
}

/**
 * The three paths every service serves (`docs/wire/operations.md#probes`). `/_liveness` and `/_readiness` are what
 * probes of PostHog's flag service ask for (`docs/wire/operations.md#posthog-probes`).
 */
export function createOpsRoutes(deps: {
  readonly checks: readonly HealthCheck[];
  /** Other services that `/_readyz` includes if it represents the whole product. */
  readonly otherServices?: readonly HealthCheck[];
  readonly metrics: Metrics;
  /** False where metrics have a port of their own. */
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

/** Asked anew whenever metrics are read: a scraper sees what a probe would. */
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
