import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { COOKIELESS_SENTINEL } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import { FlagsError } from '../body/flags-error';
import type { EdgeMetrics } from '../edge-metrics';
import { callerRuntime } from '../flags/caller-runtime';
import type { VisitorId } from '../flags/cookieless-visitor';
import { distinctIdMissing, rateLimited, tokenMissing, tokenUnknown } from '../flags/flags-errors';
import { errorResponse } from '../flags/flags-response';
import { clientIp } from '../http/client-ip';
import { preflightHeaders } from '../http/cors';
import type { EdgeResponse } from '../http/edge-response';
import { empty } from '../http/edge-response';
import { eventStreamHeaders, retryField } from '../http/event-stream';
import type { Target } from '../http/target';
import type { TokenBuckets } from '../limits/token-buckets';
import type { ProjectDirectory } from '../projects/project-directory';
import type { LiveClient, LiveStreamHub } from './live-stream-hub';
import type { PersonFlags, StreamSubject } from './person-flags';
import { readStreamQuery, requireShortQuery, takesChanges } from './stream-query';

export interface LiveFlagsDeps {
  readonly hub: LiveStreamHub;
  readonly flagsOf: PersonFlags;
  readonly projects: ProjectDirectory;
  readonly visitorId: VisitorId;
  /** The limits of flag requests, which opening a stream is one of. */
  readonly rate: TokenBuckets<number>;
  readonly addressRate: TokenBuckets<string> | null;
  readonly trustedProxyHops: number | undefined;
  readonly metrics: Pick<EdgeMetrics, 'rejections'>;
  readonly logger: Logger;
  /** 0 to 1: clients of an edge that stops must not all come back at once. */
  readonly random: () => number;
}

/** Opens a stream and returns null, or the error response. */
export type LiveFlagsHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
) => Promise<EdgeResponse | null>;

const ALLOW = 'GET,OPTIONS';
/** The shortest and the longest time after which a client opens a lost stream again. */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [1_000, 4_000];
const FULL_RETRY_SECONDS = 30;
/** Where the address of a client is read from. */
const NAMING_HEADERS = ['x-forwarded-for', 'http_x_forwarded_for'];

/**
 * `GET /flags/stream` (`docs/live-flags.md`): server-sent events with the flags of one person, at once and whenever a
 * change makes them differ. The public token opens it, as it does `/flags`.
 */
export function createLiveFlagsHandler(deps: LiveFlagsDeps): LiveFlagsHandler {
  const open = async (
    request: IncomingMessage,
    response: ServerResponse,
    { query }: Target,
  ): Promise<null> => {
    requireAllowed(deps.addressRate?.take(clientIp(request, deps.trustedProxyHops) ?? '') ?? 0);
    requireShortQuery(request.url ?? '');
    const sent = readStreamQuery(query);
    const project = await findProject(deps, sent.token);
    requireAllowed(deps.rate.take(project.id));
    const { distinctId } = sent;
    if (distinctId === null) throw distinctIdMissing();
    const subject: StreamSubject = {
      // The project's own text: that of the query would keep all of the query in memory.
      token: sent.token === project.apiToken ? project.apiToken : (sent.token ?? ''),
      // A stream only reads: hash keys are kept for an anonymous id when the page itself asks for its flags.
      sent: { ...sent, anonDistinctId: null },
      distinctId:
        distinctId === COOKIELESS_SENTINEL
          ? await deps.visitorId(project, sent.visitor, request)
          : distinctId,
      selection: {
        flagKeys: sent.flagKeys,
        runtime: callerRuntime(sent.evaluationRuntime, request.headers),
        contexts: sent.evaluationContexts,
        onlySurveyFlags: false,
      },
      takesChanges: takesChanges(query),
      request,
    };
    if (response.destroyed) return null;
    const client = liveClient(response, (known) => deps.flagsOf(subject, known));
    const known = lastSignature(request.headers, query);
    const stream = deps.hub.join(project.id, client, known);
    if (typeof stream === 'string') throw full(stream);
    response.on('close', stream.leave).on('drain', stream.resume);
    response.writeHead(200, eventStreamHeaders(request.headers));
    // By itself: only then does the head, which the response keeps, become one text instead of sixty pieces.
    response.flushHeaders();
    const retryMs = MIN_RETRY_MS + deps.random() * (MAX_RETRY_MS - MIN_RETRY_MS);
    response.write(retryField(Math.round(retryMs)));
    forgetHead(request);
    return null;
  };

  return async (request, response, target) => {
    const { method, headers } = request;
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, ALLOW));
    if (method !== 'GET') return empty(405, ['Allow', ALLOW]);
    try {
      return await open(request, response, target);
    } catch (error) {
      const reason = error instanceof FlagsError ? error.reason : 'store_unavailable';
      const rejection = errorResponse(error, deps.logger);
      deps.metrics.rejections.inc({ family: 'flag_streams', reason });
      return rejection;
    }
  };
}

/** The head of a request would take two kilobytes for as long as its stream is open; it only has to name the client. */
function forgetHead(request: IncomingMessage): void {
  const { headers } = request;
  request.headers = Object.fromEntries(
    NAMING_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  request.rawHeaders = [];
  request.url = '';
}

function requireAllowed(waitSeconds: number): void {
  if (waitSeconds > 0) throw rateLimited(waitSeconds);
}

/** @throws FlagsError | ProjectStoreDownError */
async function findProject(
  { projects }: Pick<LiveFlagsDeps, 'projects'>,
  token: string | undefined,
): Promise<Project> {
  if (token === undefined) throw tokenMissing();
  const project = await projects.findByToken(token.trim());
  if (project === null) throw tokenUnknown();
  return project;
}

/** What a browser sends when it reconnects by itself, or a page that opens the stream anew. */
function lastSignature(headers: IncomingHttpHeaders, query: URLSearchParams): string | null {
  const sent = headers['last-event-id'];
  const known = typeof sent === 'string' ? sent : query.get('last_event_id');
  return known === '' ? null : known;
}

function full(what: 'edge_full' | 'project_full'): FlagsError {
  const wait = ['Retry-After', String(FULL_RETRY_SECONDS)];
  if (what === 'edge_full') {
    return new FlagsError(503, 'Too many flag streams are open. Please try again.', what, wait);
  }
  const body = {
    type: 'validation_error',
    code: 'rate_limit_exceeded',
    detail: 'Too many flag streams of this project are open.',
    attr: null,
  } as const;
  return new FlagsError(429, body, what, wait);
}

function liveClient(response: ServerResponse, evaluate: LiveClient['evaluate']): LiveClient {
  return {
    isReady: () => !response.writableNeedDrain,
    send: (text) => {
      response.write(text);
    },
    end: () => {
      response.end();
    },
    evaluate,
  };
}
