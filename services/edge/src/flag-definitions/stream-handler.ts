import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, throttled } from '@tidemark/platform';
import type { AuthorizeReader, ReaderRequest } from '../access/authorize-reader';
import type { EdgeResponse } from '../http/edge-response';
import { empty } from '../http/edge-response';
import { apiErrorResponse } from '../http/api-error-response';
import { preflightHeaders } from '../http/cors';
import { eventStreamHeaders, retryField } from '../http/event-stream';
import type { Target } from '../http/target';
import type { ReaderLimiter } from './reader-limiter';
import { sentToken, storeDown } from './reader-request';
import { ProjectStoreDownError } from '../projects/project-directory';
import type { StreamClient, StreamHub } from './stream-hub';

/** Opens a stream and returns null, or returns an error. */
export type StreamHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
) => Promise<EdgeResponse | null>;

const ALLOW = 'GET,OPTIONS';
const RETRY_MS = 1_000;
/** Unread bytes after which a client counts as disconnected. */
const MAX_UNSENT_BYTES = 64 * 1024;
const TOO_MANY = apiErrorResponse(
  new ApiError(503, 'server_error', 'service_unavailable', 'Too many streams are open.', {
    headers: { 'Retry-After': '10' },
  }),
);

/**
 * Creates the handler of `GET /flags/definitions/stream`: server-sent events with the tag of the current definitions,
 * at once and after every change. It requires the same access as the definitions. If `Last-Event-ID` is the
 * current tag, the first event is not sent.
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
      // An unavailable store does not mean that the key was revoked.
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
      response.writeHead(200, eventStreamHeaders(headers));
      response.write(retryField(RETRY_MS));
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
