import type { IncomingMessage } from 'node:http';
import {
  CaptureRefusal,
  invalidProjectToken,
  newEventUuid,
  oversized,
  parseJson,
  payloadToken,
  querySentAt,
  readPayload,
  toIngestEntries,
} from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { IngestLogProducer } from '@tidemark/redis';
import { LogFullError, LogUnavailableError } from '@tidemark/redis';
import { decodeCaptureBody } from '../body/decode-capture-body';
import type { InflateLimits } from '../body/decode-capture-body';
import type { EdgeMetrics } from '../edge-metrics';
import { empty, json, text } from '../http/answer';
import type { Answer } from '../http/answer';
import { clientIp } from '../http/client-ip';
import { isPreflight, preflightHeaders } from '../http/cors';
import { createThrottledWarning } from '../http/throttled-warning';
import { readBody } from '../http/read-body';
import { unreadAnswer } from '../http/unread-answer';
import type { Target } from '../http/target';
import type { ProjectDirectory } from '../projects/project-directory';
import { ProjectStoreDownError } from '../projects/project-directory';

export interface CaptureDeps {
  readonly projects: ProjectDirectory;
  readonly log: IngestLogProducer;
  readonly metrics: EdgeMetrics;
  readonly logger: Logger;
  readonly inflate: InflateLimits;
  readonly trustedProxyHops: number | undefined;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

/** Answers one request of the capture family; null when the client has left. */
export type CaptureHandler = (request: IncomingMessage, target: Target) => Promise<Answer | null>;

const MAX_BODY_BYTES = 20 * 1024 * 1024;
const BODY_IDLE_MS = 30_000;
const WARN_EVERY_MS = 1_000;
const METHODS = 'GET,POST,OPTIONS';

/** Shared by all successes: written out once. */
const OK = json(200, { status: 'Ok' });
const OK_BEACON = empty(204);
const TRY_AGAIN = text(503, 'transient error, please retry', ['Retry-After', '1']);
const TOO_LARGE = oversized(`a body may have ${MAX_BODY_BYTES} bytes`).message;
const NOT_ALLOWED = empty(405, ['Allow', 'GET, POST, OPTIONS']);

export function createCaptureHandler(deps: CaptureDeps): CaptureHandler {
  const warn = createThrottledWarning(deps.logger, WARN_EVERY_MS, deps.now);

  const take = async (request: IncomingMessage, target: Target, body: Buffer): Promise<void> => {
    const decoded = await decodeCaptureBody(
      {
        body,
        contentType: request.headers['content-type'],
        contentEncoding: request.headers['content-encoding'],
        query: target.query,
      },
      deps.inflate,
    );
    const payload = readPayload(
      parseJson(decoded),
      target.path === '/engage' ? '$identify' : undefined,
    );
    if (payload.events.length === 0) return;
    const project = await deps.projects.findByToken(payloadToken(payload));
    if (project === null) throw invalidProjectToken('unknown');
    const entries = toIngestEntries(
      payload,
      {
        teamId: project.id,
        now: deps.now(),
        querySentAt: querySentAt(target.query.get('sent_at') ?? target.query.get('_')),
        ip: clientIp(request, deps.trustedProxyHops),
        newUuid: newEventUuid,
      },
      decoded.length,
    );
    const stopTimer = deps.metrics.appendSeconds.startTimer();
    await deps.log.append(entries);
    stopTimer();
    deps.metrics.eventsAccepted.inc(entries.length);
  };

  return async (request, target) => {
    const { method, headers } = request;
    if (method === 'OPTIONS') {
      return isPreflight(headers) ? empty(200, preflightHeaders(headers, METHODS)) : OK;
    }
    if (method !== 'POST' && method !== 'GET') return NOT_ALLOWED;
    const read = await readBody(request, {
      maxBytes: MAX_BODY_BYTES,
      idleTimeoutMs: BODY_IDLE_MS,
    });
    if (read.outcome !== 'complete') return unreadAnswer(read, TOO_LARGE);
    try {
      await take(request, target, read.body);
    } catch (error) {
      if (error instanceof CaptureRefusal) return text(error.status, error.message);
      if (!isTransient(error)) throw error;
      warn(error, 'events refused for now');
      return TRY_AGAIN;
    }
    return target.query.get('beacon') === '1' ? OK_BEACON : OK;
  };
}

function isTransient(error: unknown): error is Error {
  return (
    error instanceof LogUnavailableError ||
    error instanceof LogFullError ||
    error instanceof ProjectStoreDownError
  );
}
