import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError as ClientError, TidemarkError } from '@tidemark/client';
import type { ErrorType } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import {
  ApiError,
  methodNotAllowed,
  notAuthenticated,
  notFound,
  parseError,
  permissionDenied,
  PRIVATE_SECURITY_HEADERS,
  readBytes,
  sendError,
  setHeaders,
  throttled,
} from '@tidemark/platform';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { McpMetrics, Rejection } from '../mcp-metrics';
import { openSession } from '../sessions/open-session';
import type { SessionStore } from '../sessions/session-store';
import type { SessionTransport } from '../sessions/session-transport';
import { ownerOf } from '../sessions/session-store';
import type { OriginRules } from './origin-check';
import { foreignOrigin } from './origin-check';

const PATH = /^\/mcp\/?$/;
const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];
/** The limits of a request; it has room for many statements of 20,000 characters. */
const READ_LIMITS = { maxBytes: 1024 * 1024, idleMs: 15_000 };
/** The maximum number of messages in one request; agents send one. */
const MAX_BATCH = 20;
const MAX_DEPTH = 64;
const RETRY_SECONDS = 30;

export interface ServeDeps {
  readonly apiUrl: string;
  readonly sessions: SessionStore<SessionTransport>;
  readonly limiter: RateLimiterMemory;
  readonly origins: OriginRules;
  readonly metrics: McpMetrics;
  readonly logger: Logger;
}

/** Serves Streamable HTTP of the Model Context Protocol on `/mcp`. */
export function createMcpListener(
  deps: ServeDeps,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    setHeaders(response, PRIVATE_SECURITY_HEADERS);
    serve(deps, request, response).catch((error: unknown) => {
      sendError(response, wireError(error), { logger: deps.logger, route: '/mcp' });
    });
  };
}

async function serve(
  deps: ServeDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers } = request;
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (!PATH.test(url.pathname)) throw notFound();
  const foreign = foreignOrigin(headers, deps.origins);
  if (foreign !== null) throw rejected(deps, 'origin', permissionDenied(foreign));
  allowOrigin(headers.origin, response);
  if (method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  if (!METHODS.includes(method)) throw methodNotAllowed(method, METHODS);
  const key = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (key === undefined) {
    response.setHeader('WWW-Authenticate', 'Bearer');
    throw rejected(deps, 'key', notAuthenticated());
  }
  const body = method === 'POST' ? await readMessages(request) : undefined;
  await limit(deps, key, Array.isArray(body) ? body.length : 1);
  const id = headers['mcp-session-id'];
  const transport =
    id === undefined
      ? await begin(deps, { key, url, body, headers })
      : deps.sessions.use(String(id), ownerOf(key));
  if (transport === null) {
    // According to the specification, the client begins a new session after this error.
    throw rejected(
      deps,
      'session',
      notFound('The session does not exist any more. Begin a new one.'),
    );
  }
  await transport.handleRequest(request, response, body);
}

/** Headers for pages of an origin that has been checked. */
function allowOrigin(origin: string | undefined, response: ServerResponse): void {
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Allow-Methods', METHODS.join(', '));
  const names = 'authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id';
  response.setHeader('Access-Control-Allow-Headers', names);
  response.setHeader('Access-Control-Expose-Headers', 'mcp-session-id');
}

/** @throws ApiError 400, 413 */
async function readMessages(request: IncomingMessage): Promise<unknown> {
  const text = (await readBytes(request, READ_LIMITS)).toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw parseError('the body is not JSON');
  }
  if (Array.isArray(body) && body.length > MAX_BATCH) {
    throw parseError(`at most ${MAX_BATCH} messages at once`);
  }
  if (depthOf(body, 0) > MAX_DEPTH) throw parseError(`nested deeper than ${MAX_DEPTH} levels`);
  return body;
}

/** The depth of a value; levels below the allowed maximum are not checked. */
function depthOf(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null || above > MAX_DEPTH) return above;
  let deepest = above + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, above + 1));
  return deepest;
}

/** @throws ApiError 429 */
async function limit(
  { limiter, ...deps }: ServeDeps,
  key: string,
  messages: number,
): Promise<void> {
  await limiter.consume(ownerOf(key), messages).catch((reason: unknown) => {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw rejected(deps, 'rate', throttled(Math.ceil(reason.msBeforeNext / 1_000)));
  });
}

interface Beginning {
  readonly key: string;
  readonly url: URL;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

/** A transport for a client that has no session yet. @throws ApiError 400, 401, 503 */
async function begin(
  deps: ServeDeps,
  { key, url, body, headers }: Beginning,
): Promise<SessionTransport> {
  const { sessions, metrics, logger } = deps;
  const isInitialize =
    typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
  if (!isInitialize) throw parseError('without Mcp-Session-Id the first message is initialize');
  const projectId = url.searchParams.get('project_id') ?? '@current';
  if (!/^(?:\d{1,10}|@current)$/.test(projectId)) throw parseError('project_id is a number');
  const owner = ownerOf(key);
  if (!sessions.makeRoom(owner)) throw rejected(deps, 'sessions', tooManySessions());
  const forwarded = headers['x-forwarded-for'];
  const transport: SessionTransport = await openSession({
    ...{ apiUrl: deps.apiUrl, key, projectId },
    forwardedFor: Array.isArray(forwarded) ? forwarded.join(', ') : forwarded,
    hooks: {
      onCall: (call) => metrics.call(call),
      onError: (error) => logger.error({ err: error }, 'a tool failed with an unexpected error'),
    },
    onOpen: (id) => sessions.add({ id, owner, value: transport }),
    onClose: (id) => sessions.remove(id),
  }).catch((error: unknown) => {
    if (error instanceof ClientError && error.status === 401) metrics.reject('key');
    throw error;
  });
  return transport;
}

function tooManySessions(): ApiError {
  const detail = 'There are too many sessions. Try again later.';
  return new ApiError(503, 'server_error', 'too_many_sessions', detail, {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}

function rejected(deps: Pick<ServeDeps, 'metrics'>, reason: Rejection, error: ApiError): ApiError {
  deps.metrics.reject(reason);
  return error;
}

/** Returns an error of the API unchanged; if the API did not respond, this is a 503. */
function wireError(error: unknown): unknown {
  if (error instanceof ClientError) {
    const { status, code, detail, attr, facts } = error;
    const headers = facts.retryAfter === null ? {} : { 'Retry-After': String(facts.retryAfter) };
    return new ApiError(status, error.type as ErrorType, code, detail, { attr, headers });
  }
  if (error instanceof TidemarkError) {
    const detail = 'The API is unavailable. Try again shortly.';
    return new ApiError(503, 'server_error', 'error', detail, { headers: { 'Retry-After': '5' } });
  }
  return error;
}
