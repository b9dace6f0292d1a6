import type { RequestListener } from 'node:http';
import type { CsvOptions, Logger, OpsRoutes } from '@tidemark/platform';
import {
  createDirectRoutes,
  mountRoutes,
  notFound,
  PRIVATE_SECURITY_HEADERS,
  REQUEST_ID_HEADER,
  requestIdOf,
  sendError,
  setHeaders,
  withRequestId,
} from '@tidemark/platform';
import type { HttpMetrics, MountDeps } from '@tidemark/platform';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import express from 'express';
import type { ProjectAccess, ServerCaller } from './auth/access';
import type { Authorizer } from './auth/authorizer';
import type { AccountRoute, ProjectRoute, PublicRoute } from './auth/routes';
import { mountConsole } from './console/mount-console';
import { allowAnyOrigin } from './cors';
import { createApiDocument } from './openapi/api-document';
import { mountDocs } from './openapi/mount-docs';
import { storeUnavailable } from './store-unavailable';

/** Whether a route belongs to queries. Either all routes of a path do, or none. */
function isOfQueries({ paths }: ProjectRoute): boolean {
  return paths.every((path) => path.includes('/:project_id/query/'));
}

/** The HTTP application: operations, the declared routes, and an error response for all other requests. */
export function createApp(deps: {
  readonly publicRoutes: readonly PublicRoute[];
  readonly accountRoutes: readonly AccountRoute[];
  readonly projectRoutes: readonly ProjectRoute[];
  readonly authorizer: Authorizer;
  readonly ops: OpsRoutes;
  readonly metrics: HttpMetrics;
  readonly logger: Logger;
  /** The time after which a request is closed if its body makes no progress. */
  readonly bodyIdleMs: number;
  /**
   * The number of trusted proxies, the last ones of X-Forwarded-For; only they report the host and scheme of the
   * client.
   */
  readonly trustedProxyHops: number | undefined;
  readonly csv: CsvOptions;
  /** The folder with the build of the console; null: the console is not served. */
  readonly consoleFolder: string | null;
}): RequestListener {
  const { authorizer, bodyIdleMs, csv, logger, metrics, ops, trustedProxyHops } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  // The client's address. If the number of proxies is not configured, proxies on private networks are trusted.
  app.set('trust proxy', trustedProxyHops ?? ['loopback', 'linklocal', 'uniquelocal']);

  app.use(protect);
  app.use(allowAnyOrigin);
  // Some clients escape the at sign of `@me` and `@current`, which a path may have as it is.
  app.use((request, _response, next) => {
    const [path = '', ...query] = request.url.split('?');
    request.url = [path.replaceAll('%40', '@'), ...query].join('?');
    next();
  });
  app.use((request, response, next) => {
    if (!ops.handle(request, response)) next();
  });
  app.use(identify);
  if (deps.consoleFolder !== null) mountConsole(app, deps.consoleFolder);
  mountDocs(app, () => createApiDocument(deps), logger);
  const ofProjects: MountDeps<ProjectAccess, ServerCaller> = {
    authorize: (request, access) => authorizer.forProject(request, access),
    explain: storeUnavailable,
    metrics,
    logger,
    bodyIdleMs,
    csv,
    trustedProxyHops,
  };
  const mountProjectRoutes = (routes: readonly ProjectRoute[]): void =>
    mountRoutes(app, routes, ofProjects);
  // Express tries the paths in order; those of queries come first because they are requested most often.
  mountProjectRoutes(deps.projectRoutes.filter(isOfQueries));
  mountRoutes(app, deps.publicRoutes, {
    authorize: ({ address }) => Promise.resolve({ address }),
    explain: storeUnavailable,
    metrics,
    logger,
    bodyIdleMs,
    csv,
    trustedProxyHops,
  });
  mountRoutes(app, deps.accountRoutes, {
    authorize: (request, access) => authorizer.forAccount(request, access),
    explain: storeUnavailable,
    metrics,
    logger,
    bodyIdleMs,
    csv,
    trustedProxyHops,
  });
  mountProjectRoutes(deps.projectRoutes.filter((route) => !isOfQueries(route)));
  app.use((_request, response) => {
    sendError(response, notFound('Endpoint not found.'), { logger, route: 'unknown' });
  });
  // Handles paths that Express could not decode; Express recognizes an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    const result: unknown = error instanceof URIError ? notFound('Endpoint not found.') : error;
    sendError(response, result, { logger, route: 'unknown' });
  };
  app.use(onError);
  const queries = deps.projectRoutes.filter(({ name }) => name === 'query_create');
  const findDirect = createDirectRoutes(app, queries, ofProjects);
  return (plainRequest, plainResponse) => {
    const direct = findDirect(plainRequest, plainResponse);
    if (direct === null) {
      app(plainRequest, plainResponse);
      return;
    }
    const { request, response } = direct;
    protect(request, response, () =>
      allowAnyOrigin(request, response, () => identify(request, response, () => direct.serve())),
    );
  };
}

const protect: RequestHandler = (_request, response, next) => {
  setHeaders(response, PRIVATE_SECURITY_HEADERS);
  // Caches between the server and the client must not store responses that need a credential.
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Adds the id of the request to all later log lines and to all work that the request causes. */
const identify: RequestHandler = (request, response, next) => {
  const requestId = requestIdOf(request.headers[REQUEST_ID_HEADER]);
  response.setHeader(REQUEST_ID_HEADER, requestId);
  withRequestId(requestId, next);
};
