import type { IncomingMessage } from 'node:http';
import { CaptureError, oversized } from '@tidemark/domain';
import { LogFullError, LogUnavailableError } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import { BodyBudgetError } from '../body/body-budget';
import type { EdgeFamily } from '../edge-metrics';
import { empty, json, text } from '../http/edge-response';
import type { EdgeResponse } from '../http/edge-response';
import type { BodyHandlerDeps, BodyRoute } from '../http/body-handler';
import { createBodyHandler } from '../http/body-handler';
import { isPreflight, preflightHeaders } from '../http/cors';
import type { Target } from '../http/target';
import { createThrottledWarning } from '../http/throttled-warning';
import { TRY_AGAIN, unreadResponse } from '../http/unread-response';
import { RateLimitedError } from '../limits/rate-limited-error';
import { ProjectStoreDownError } from '../projects/project-directory';

/** Handles one request of the capture family; null if the client has disconnected. */
export type CaptureHandler = (
  request: IncomingMessage,
  target: Target,
) => Promise<EdgeResponse | null>;

/** The differences between the endpoints of v0. */
export interface V0Endpoint {
  readonly family: EdgeFamily;
  /** The limit of the body as sent, before it is inflated. */
  readonly maxBodyBytes: number;
  /**
   * Appends the records of a whole body to the ingest log and returns the response.
   *
   * @param hold reserves the bytes of the inflated body.
   * @throws CaptureError
   */
  readonly take: BodyRoute<Target>['take'];
}

const WARN_EVERY_MS = 1_000;
const METHODS = 'GET,POST,OPTIONS';

/** The response of all successful requests, serialized once. */
export const OK = json(200, { status: 'Ok' });
const OK_BEACON = empty(204);
const NOT_ALLOWED = empty(405, ['Allow', 'GET, POST, OPTIONS']);

/** 429 (`docs/wire/capture.md#v0-rate-limit`). */
export function captureLimited(waitSeconds: number): EdgeResponse {
  const retryAfter = ['Retry-After', String(waitSeconds)];
  return text(429, 'rate limit exceeded, please try again later', retryAfter);
}

/** Creates the handler of an endpoint of v0 (`docs/wire/capture.md#v0-responses`): methods, body, errors, outages. */
export function createV0Handler(
  deps: BodyHandlerDeps & { readonly logger: Logger; readonly now: () => number },
  { family, maxBodyBytes, take }: V0Endpoint,
): CaptureHandler {
  const warn = createThrottledWarning(deps.logger, WARN_EVERY_MS, deps.now);
  const tooLarge = oversized(`a body may have ${maxBodyBytes} bytes`).message;

  return createBodyHandler<Target>(deps, {
    family,
    maxBytes: maxBodyBytes,
    withoutBody: ({ method, headers }) => {
      if (method === 'OPTIONS') {
        return isPreflight(headers) ? empty(200, preflightHeaders(headers, METHODS)) : OK;
      }
      return method === 'POST' || method === 'GET' ? null : NOT_ALLOWED;
    },
    unread: (read) => unreadResponse(read, tooLarge),
    take: async (request, target, body, hold) => {
      const response = await take(request, target, body, hold);
      return target.query.get('beacon') === '1' ? OK_BEACON : response;
    },
    rejected: (error) => {
      if (error instanceof CaptureError) {
        return { reason: error.reason, response: text(error.status, error.message) };
      }
      if (error instanceof RateLimitedError) {
        return { reason: 'rate_limited', response: captureLimited(error.waitSeconds) };
      }
      if (!isTransient(error)) throw error;
      warn(error, 'capture returns 503: events cannot be accepted now');
      return { reason: 'store_unavailable', response: TRY_AGAIN };
    },
  });
}

function isTransient(error: unknown): error is Error {
  return (
    error instanceof LogUnavailableError ||
    error instanceof LogFullError ||
    error instanceof BodyBudgetError ||
    error instanceof ProjectStoreDownError
  );
}
