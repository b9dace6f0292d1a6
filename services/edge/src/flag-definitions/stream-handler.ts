import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, PUBLIC_SECURITY_HEADERS, throttled } from '@tidemark/platform';
import type { AuthorizeReader, ReaderRequest } from '../access/authorize-reader';
import type { EdgeResponse } from '../http/edge-response';
import { empty } from '../http/edge-response';
import { apiErrorResponse } from '../http/api-error-response';
import { corsHeaders, preflightHeaders } from '../http/cors';
import type { Target } from '../http/target';
import type { ReaderLimiter } from './reader-limiter';
import { sentToken, storeDown } from './reader-request';
import { ProjectStoreDownError } from '../projects/project-directory';
import { RETRY } from './server-sent-events';
import type { StreamClient, StreamHub } from './stream-hub';

/** Opens a stream and returns null, or says why not. */
export type StreamHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
) => Promise<EdgeResponse | null>;

const ALLOW = 'GET,OPTIONS';
/** A client that does not read this much is gone, or as good as. */
const MAX_UNSENT_BYTES = 64 * 1024;
const TOO_MANY = apiErrorResponse(
  new ApiError(503, 'server_error', 'service_unavailable', 'Too many streams are open.', {
    headers: { 'Retry-After': '10' },
  }),
);

/**
 * `GET /flags/definitions/stream`: server-sent events that name the current definitions, at once and
 * whenever they change. Who may read the definitions may listen; a `Last-Event-ID` that is still right
 * is not repeated.
 */
export function createStreamHandler(deps: {
  readonly authorize: AuthorizeReader;
  readonly limiter: ReaderLimiter;
  readonly hub: StreamHub;
}): StreamHandler {
  const { authorize, limiter, hub } = deps;

  const isWelcome = async (reader: ReaderRequest): Promise<boolean> => {
    try {
      await authorize(reader);
      return true;
    } catch (error) {
      // An unavailable store revokes nothing.
      if (error instanceof ProjectStoreDownError) return true;
      if (error instanceof ApiError) return false;
      throw error;
    }
  };

  return async (request, response, target) => {
    const { method, headers } = request;
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, ALLOW));
    if (method !== 'GET') return empty(405, ['Allow', ALLOW]);
    const reader = {
      authorization: headers.authorization,
      token: sentToken(target, headers),
      project: null,
    };
    try {
      const { project } = await authorize(reader);
      const wait = limiter.take(project.id);
      if (wait > 0) throw throttled(wait);
      const client = streamClient(response, () => isWelcome(reader));
      const lastSeen = headers['last-event-id'];
      const leave = hub.join(project.id, client, typeof lastSeen === 'string' ? lastSeen : null);
      if (leave === null) return TOO_MANY;
      response.on('close', leave);
      response.writeHead(200, [
        ...['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store, no-transform'],
        // Nginx would hold events back until its buffer is full.
        ...['X-Accel-Buffering', 'no', 'Connection', 'close'],
        ...PUBLIC_SECURITY_HEADERS,
        ...corsHeaders(headers),
      ]);
      response.write(RETRY);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return apiErrorResponse(error);
      if (error instanceof ProjectStoreDownError) return apiErrorResponse(storeDown());
      throw error;
    }
  };
}

function streamClient(
  response: ServerResponse,
  isWelcome: StreamClient['isWelcome'],
): StreamClient {
  return {
    send: (text) => {
      if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
      else response.write(text);
    },
    end: () => {
      response.end();
    },
    isWelcome,
  };
}
