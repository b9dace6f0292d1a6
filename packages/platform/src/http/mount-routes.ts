import type { Request, Response, Router } from 'express';
import { exactJson } from '../json';
import type { Logger } from '../logger';
import { inSpan } from '../tracing';
import type { OpenSpan } from '../tracing';
import type { ApiError } from './api-error';
import type { CsvOptions } from './csv';
import { csvOf } from './csv';
import { methodNotAllowed, notFound, validationError } from './errors';
import type { HttpMetrics } from './http-metrics';
import { toRawRequest } from './raw-request';
import { responseFormat } from './response-format';
import type { RawRequest, Route } from './route';
import { sendError } from './send-error';
import { sendStream, StreamedResponse } from './streamed-response';

/** 20 MB, as in PostHog's project API. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

export interface MountDeps<Access, Caller> {
  /**
   * Identifies the caller and checks the access. Runs before the body is validated. @throws ApiError 401, 403, 404, 429
   */
  authorize(request: RawRequest, access: Access): Promise<Caller>;
  /** Converts an unexpected error of a route to a response; null: a 500 without details. */
  explain?(error: unknown): ApiError | null;
  readonly metrics: HttpMetrics;
  readonly logger: Logger;
  readonly maxBodyBytes?: number;
  /** How lists are written as CSV. */
  readonly csv: CsvOptions;
  /** The maximum time during which a client may send nothing of a body. */
  readonly bodyIdleMs: number;
  /** The number of trusted proxies, whose headers contain the host and scheme that a client used; unset: none. */
  readonly trustedProxyHops?: number | undefined;
}

/**
 * Adds declared routes to an Express router. All routes of one path must be in one call, because any other method on
 * that path then gets 405.
 */
export function mountRoutes<Access, Caller>(
  router: Pick<Router, 'route'>,
  routes: readonly Route<Access, Caller>[],
  deps: MountDeps<Access, Caller>,
): void {
  for (const [path, methods] of groupByPath(routes)) {
    const allowed = [...methods.keys()];
    router.route(path).all(async (request, response) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const route = methods.get(method);
      if (route === undefined) {
        const rejection = methodNotAllowed(request.method, allowed);
        sendError(response, rejection, { logger: deps.logger, route: path });
      } else {
        await serveRoute({ route, path, method }, request, response, deps);
      }
    });
  }
}

/** Serves a request to a route, in its own span. `request.params` contains the parameters of the path. */
export async function serveRoute<Access, Caller>(
  found: {
    readonly route: Route<Access, Caller>;
    /** The declared path, without its trailing slash. */
    readonly path: string;
    /** `GET` for a HEAD request. */
    readonly method: string;
  },
  request: Request,
  response: Response,
  deps: MountDeps<Access, Caller>,
): Promise<void> {
  const { route, path, method } = found;
  const { traceparent } = request.headers;
  await inSpan(
    `${method} ${route.name}`,
    {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': method, 'http.route': path },
    },
    (span) => result(route, request, response, deps, span),
  );
}

/** Routes by method, by path without its trailing slash. */
export function groupByPath<Access, Caller>(
  routes: readonly Route<Access, Caller>[],
): ReadonlyMap<string, ReadonlyMap<string, Route<Access, Caller>>> {
  const paths = new Map<string, Map<string, Route<Access, Caller>>>();
  for (const route of routes) {
    for (const declared of route.paths) {
      // Express matches a path without a trailing slash with both forms.
      const path = declared.replace(/\/$/, '');
      const methods = paths.get(path) ?? new Map<string, Route<Access, Caller>>();
      paths.set(path, methods.set(route.method, route));
    }
  }
  return paths;
}

async function result<Access, Caller>(
  route: Route<Access, Caller>,
  request: Request,
  response: Response,
  deps: MountDeps<Access, Caller>,
  span: OpenSpan,
): Promise<void> {
  const startedAt = performance.now();
  response.once('close', () =>
    deps.metrics.observe({
      route: route.name,
      method: route.method,
      status: response.statusCode,
      seconds: (performance.now() - startedAt) / 1000,
    }),
  );
  try {
    const maxBytes = route.maxBodyBytes ?? deps.maxBodyBytes ?? MAX_BODY_BYTES;
    const limits = { maxBytes, idleMs: deps.bodyIdleMs };
    const raw = toRawRequest(request, response, limits, deps.trustedProxyHops);
    const caller = await deps.authorize(raw, route.access);
    rejectNul(raw);
    const format = route.csv ? responseFormat(raw) : 'json';
    const { status, body } = await route.run(raw, caller);
    if (body instanceof StreamedResponse) await sendStream(request, response, status, body);
    else send(response, status, body, format === 'csv' ? deps.csv : null);
  } catch (error) {
    sendError(response, deps.explain?.(error) ?? error, { logger: deps.logger, route: route.name });
  } finally {
    span.set({ 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 500) span.fail();
  }
}

/** Rejects NUL in parameters, because Postgres rejects it in any text, and no id or search text contains it. */
function rejectNul({ params, url }: RawRequest): void {
  if (Object.values(params).some((value) => value.includes('\0'))) throw notFound();
  for (const [name, value] of url.searchParams) {
    if (value.includes('\0')) {
      throw validationError(
        'null_characters_not_allowed',
        'Null characters are not allowed.',
        name,
      );
    }
  }
}

function send(response: Response, status: number, body: unknown, csv: CsvOptions | null): void {
  response.status(status);
  if (body === undefined) response.end();
  else if (csv !== null) response.type('text/csv; charset=utf-8').send(csvOf(body, csv));
  else sendJson(response, exactJson(body));
}

/** Writes the response as Express does, which first checks the ETag and time of a cached response. */
function sendJson(response: Response, text: string): void {
  if (
    response.req.method === 'HEAD' ||
    response.statusCode === 204 ||
    response.statusCode === 304
  ) {
    response.type('application/json').send(text);
    return;
  }
  const bytes = Buffer.byteLength(text);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  response.end(text);
}
