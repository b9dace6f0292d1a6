import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { MountDeps } from './mount-routes';
import { groupByPath, serveRoute } from './mount-routes';
import type { Route } from './route';
import { sendError } from './send-error';

/** A request with its route, as Express would pass it to a handler. */
interface DirectRequest {
  readonly request: Request;
  readonly response: Response;
  serve(): void;
}

/** A segment that can be compared literally; paths with escapes, dots or empty segments are served by the router. */
const PLAIN_SEGMENT = /^[\w@-]+$/;

/**
 * Finds routes by their path alone. Meant for the most frequent routes, because the router tries all paths in turn,
 * and each of its handlers costs time. Returns null for every other method, path and spelling, which the router then
 * serves.
 * @param routes the same routes that `mountRoutes` adds to the router of `app`
 */
export function createDirectRoutes<Access, Caller>(
  app: Express,
  routes: readonly Route<Access, Caller>[],
  deps: MountDeps<Access, Caller>,
): (request: IncomingMessage, response: ServerResponse) => DirectRequest | null {
  const known = [...groupByPath(routes)].map(([path, methods]) => {
    return { path, methods, segments: path.split('/') };
  });
  return (plainRequest, plainResponse) => {
    const [target = ''] = (plainRequest.url ?? '').split('?', 1);
    const segments = (target.endsWith('/') ? target.slice(0, -1) : target).split('/');
    for (const { path, methods, segments: declared } of known) {
      const params = matched(declared, segments);
      if (params === null) continue;
      const method = plainRequest.method ?? '';
      const route = methods.get(method);
      if (route === undefined) return null;
      const { request, response } = asExpress(app, plainRequest, plainResponse);
      request.params = params;
      const serve = (): void => {
        serveRoute({ route, path, method }, request, response, deps).catch((error: unknown) => {
          sendError(response, error, { logger: deps.logger, route: route.name });
        });
      };
      return { request, response, serve };
    }
    return null;
  };
}

/** The parameters of a path; null if it does not match. */
function matched(
  declared: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (declared.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of declared.entries()) {
    const segment = segments[at] ?? '';
    if (!name.startsWith(':')) {
      if (name !== segment) return null;
    } else if (PLAIN_SEGMENT.test(segment)) params[name.slice(1)] = segment;
    else return null;
  }
  return params;
}

/** Prepares a request as an Express application does before it calls its router. */
function asExpress(
  app: Express,
  plainRequest: IncomingMessage,
  plainResponse: ServerResponse,
): { readonly request: Request; readonly response: Response } {
  const request = Object.setPrototypeOf(plainRequest, app.request) as Request;
  const response = Object.setPrototypeOf(plainResponse, app.response) as Response;
  request.res = response;
  response.req = request;
  request.originalUrl = request.url;
  return { request, response };
}
