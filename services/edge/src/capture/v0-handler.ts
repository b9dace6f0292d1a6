import type { IncomingMessage } from 'node:http';
import { CaptureRefusal, oversized } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import { LogFullError, LogUnavailableError } from '@tidemark/redis';
import type { BodyBudget, BodyHold } from '../body/body-budget';
import { BodyBudgetError } from '../body/body-budget';
import type { EdgeFamily, EdgeMetrics } from '../edge-metrics';
import { empty, json, text } from '../http/answer';
import type { Answer } from '../http/answer';
import { isPreflight, preflightHeaders } from '../http/cors';
import { readBody } from '../http/read-body';
import type { Target } from '../http/target';
import { createThrottledWarning } from '../http/throttled-warning';
import { TRY_AGAIN, unreadAnswer } from '../http/unread-answer';
import { captureLimited, RateLimitedError } from '../limits/limit-refusal';
import { ProjectStoreDownError } from '../projects/project-directory';

/** Answers one request of the capture family; null when the client has left. */
export type CaptureHandler = (request: IncomingMessage, target: Target) => Promise<Answer | null>;

/** What differs between the endpoints of v0. */
export interface V0Endpoint {
  readonly family: EdgeFamily;
  /** As sent, before anything is inflated. */
  readonly maxBodyBytes: number;
  /**
   * Takes a whole body to the ingest log and says so.
   *
   * @param hold takes what the body becomes when it is inflated.
   * @throws CaptureRefusal
   */
  readonly take: (
    request: IncomingMessage,
    target: Target,
    body: Buffer,
    hold: BodyHold,
  ) => Promise<Answer>;
}

const WARN_EVERY_MS = 1_000;
const METHODS = 'GET,POST,OPTIONS';

/** Shared by all successes: written out once. */
export const OK = json(200, { status: 'Ok' });
const OK_BEACON = empty(204);
const NOT_ALLOWED = empty(405, ['Allow', 'GET, POST, OPTIONS']);

/** Methods, body, refusals and outages of v0 (`wire/capture.md` §3): the same for every endpoint. */
export function createV0Handler(
  deps: {
    readonly logger: Logger;
    readonly metrics: EdgeMetrics;
    readonly now: () => number;
    readonly budget: BodyBudget;
    readonly bodyIdleMs: number;
  },
  { family, maxBodyBytes, take }: V0Endpoint,
): CaptureHandler {
  const warn = createThrottledWarning(deps.logger, WARN_EVERY_MS, deps.now);
  const tooLarge = oversized(`a body may have ${maxBodyBytes} bytes`).message;

  return async (request, target) => {
    const { method, headers } = request;
    if (method === 'OPTIONS') {
      return isPreflight(headers) ? empty(200, preflightHeaders(headers, METHODS)) : OK;
    }
    if (method !== 'POST' && method !== 'GET') return NOT_ALLOWED;
    const hold = deps.budget.hold();
    try {
      const read = await readBody(request, {
        maxBytes: maxBodyBytes,
        idleTimeoutMs: deps.bodyIdleMs,
        hold,
      });
      if (read.outcome !== 'complete') {
        deps.metrics.refusals.inc({ family, reason: read.outcome });
        return unreadAnswer(read, tooLarge);
      }
      const answer = await take(request, target, read.body, hold);
      return target.query.get('beacon') === '1' ? OK_BEACON : answer;
    } catch (error) {
      if (error instanceof CaptureRefusal) {
        deps.metrics.refusals.inc({ family, reason: error.reason });
        return text(error.status, error.message);
      }
      if (error instanceof RateLimitedError) {
        deps.metrics.refusals.inc({ family, reason: 'rate_limited' });
        return captureLimited(error.waitSeconds);
      }
      if (!isTransient(error)) throw error;
      deps.metrics.refusals.inc({ family, reason: 'store_away' });
      warn(error, 'events refused for now');
      return TRY_AGAIN;
    } finally {
      hold.release();
    }
  };
}

function isTransient(error: unknown): error is Error {
  return (
    error instanceof LogUnavailableError ||
    error instanceof LogFullError ||
    error instanceof BodyBudgetError ||
    error instanceof ProjectStoreDownError
  );
}
