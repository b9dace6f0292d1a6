import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import {
  CaptureRefusal,
  CaptureV1Refusal,
  asWarningType,
  droppedForFaults,
  judgeV1Batch,
  notPersisted,
  parseJson,
  readV1Batch,
} from '@tidemark/domain';
import type { V1Batch, V1Judgement, V1Results } from '@tidemark/domain';
import { activeTraceparent, inStep, REQUEST_ID_HEADER, requestIdOf } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import { LogFullError, LogUnavailableError } from '@tidemark/redis';
import { BodyBudgetError, charge } from '../body/body-budget';
import type { BodyHold } from '../body/body-budget';
import { takeEvents } from '../capture/capture-handler';
import type { CaptureDeps } from '../capture/capture-handler';
import { APPEND_SPAN } from '../capture/capture-handler';
import { empty } from '../http/answer';
import type { Answer } from '../http/answer';
import { clientIp } from '../http/client-ip';
import { isPreflight, preflightHeaders } from '../http/cors';
import { readBody } from '../http/read-body';
import type { ReadBody } from '../http/read-body';
import { createThrottledWarning } from '../http/throttled-warning';
import { captureV1Limited, RateLimitedError } from '../limits/limit-refusal';
import { ProjectStoreDownError } from '../projects/project-directory';
import { decodeBody } from './content-encoding';
import { invalidApiToken, readV1Headers } from './read-v1-headers';
import { refusalAnswer, resultsAnswer } from './v1-answers';

/** Answers one request to `/i/v1/analytics/events`; null when the client has left. */
export type CaptureV1Handler = (request: IncomingMessage) => Promise<Answer | null>;

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const WARN_EVERY_MS = 1_000;
const METHODS = 'POST, OPTIONS';

/** V1 of event capture: a result for every event, so that one bad event costs only itself. */
export function createCaptureV1Handler(deps: CaptureDeps): CaptureV1Handler {
  const warn = createThrottledWarning(deps.logger, WARN_EVERY_MS, deps.now);

  /** Null for a token that no project owns, where that is to go unsaid. */
  const findProject = async (token: string): Promise<Project | null> => {
    const project = await deps.projects.findByToken(token).catch((error: unknown) => {
      if (!(error instanceof ProjectStoreDownError)) throw error;
      warn(error, 'events refused for now');
      throw new CaptureV1Refusal('service_unavailable', 'Projects cannot be looked up for now.');
    });
    if (project === null && !deps.acceptUnknownTokens) throw invalidApiToken();
    return project;
  };

  const persist = async ({ results, entries }: V1Judgement): Promise<V1Results> => {
    if (entries.length === 0) return results;
    const stopTimer = deps.metrics.appendSeconds.startTimer();
    try {
      await inStep('ingest log append', APPEND_SPAN, () => deps.log.append(entries));
    } catch (error) {
      if (!(error instanceof LogUnavailableError || error instanceof LogFullError)) throw error;
      warn(error, 'events sent back for a retry');
      return notPersisted(results);
    }
    stopTimer();
    deps.metrics.eventsAccepted.inc(entries.length);
    return results;
  };

  /** Tells the project what is refused of its batch. */
  const toldOfRefusals = (project: Project | null, judge: () => V1Judgement): V1Judgement => {
    try {
      const judged = judge();
      if (project !== null) {
        for (const type of droppedForFaults(judged.results)) {
          deps.refusals.note(project.id, type, 'event');
        }
      }
      return judged;
    } catch (error) {
      const type = error instanceof CaptureV1Refusal ? asWarningType(error.tag) : null;
      if (project !== null && type !== null) deps.refusals.note(project.id, type, 'request');
      throw error;
    }
  };

  const asRefusal = (error: unknown, { headers }: IncomingMessage): CaptureV1Refusal => {
    if (error instanceof BodyBudgetError) return busy();
    if (error instanceof CaptureV1Refusal) return error;
    const requestId = requestIdOf(headers[REQUEST_ID_HEADER]);
    deps.logger.error({ err: error, requestId }, 'capture request failed');
    return new CaptureV1Refusal('internal_error', 'Internal server error.');
  };

  /** Everything about the client is checked before its body is inflated. */
  const take = async (
    request: IncomingMessage,
    body: Buffer,
    hold: BodyHold,
  ): Promise<V1Results> => {
    const { token, encoding, ...headers } = readV1Headers(request.headers);
    const project = await findProject(token);
    if (body.length === 0) throw new CaptureV1Refusal('empty_body', 'The request body is empty.');
    const decoded = await decodeBody(body, encoding, deps.inflate.slots);
    if (decoded !== body) charge(hold, decoded.length);
    const text = utf8(decoded);
    const judged = toldOfRefusals(project, () =>
      judgeV1Batch(parseBatch(text), {
        ...headers,
        teamId: project?.id ?? 0,
        now: deps.now(),
        ip: clientIp(request, deps.trustedProxyHops),
        trace: activeTraceparent(),
        bodyLength: text.length,
        quotaLimits: project?.quotaLimits ?? [],
        onOverQuota: (resource, count) => deps.metrics.overQuota.inc({ resource }, count),
      }),
    );
    if (project === null) return judged.results;
    if (judged.entries.length > 0) await takeEvents(deps, project.id, judged.entries.length);
    return persist(judged);
  };

  return async (request) => {
    const { method, headers } = request;
    if (method === 'OPTIONS') {
      return empty(200, isPreflight(headers) ? preflightHeaders(headers, METHODS) : []);
    }
    if (method !== 'POST') return empty(405, ['Allow', METHODS]);
    const hold = deps.budget.hold();
    try {
      const read = await readBody(request, {
        maxBytes: MAX_BODY_BYTES,
        idleTimeoutMs: deps.bodyIdleMs,
        hold,
      });
      if (read.outcome !== 'complete') {
        deps.metrics.refusals.inc({ family: 'capture_v1', reason: read.outcome });
        return read.outcome === 'aborted' ? null : unreadAnswer(request, read);
      }
      return resultsAnswer(headers, await take(request, read.body, hold));
    } catch (error) {
      if (error instanceof RateLimitedError) {
        deps.metrics.refusals.inc({ family: 'capture_v1', reason: 'rate_limited' });
        return captureV1Limited(headers, error.waitSeconds);
      }
      const refusal = asRefusal(error, request);
      deps.metrics.refusals.inc({ family: 'capture_v1', reason: refusal.tag });
      return refusalAnswer(headers, refusal);
    } finally {
      hold.release();
    }
  };
}

function unreadAnswer(
  { headers }: IncomingMessage,
  read: Extract<ReadBody, { outcome: 'too_large' | 'stalled' | 'busy' }>,
): Answer {
  if (read.outcome === 'busy') return { ...refusalAnswer(headers, busy()), close: !read.drained };
  if (read.outcome === 'stalled') {
    const refusal = new CaptureV1Refusal('body_read_timeout', 'The client stopped sending data.');
    return { ...refusalAnswer(headers, refusal), close: true };
  }
  const refusal = new CaptureV1Refusal(
    'payload_too_large',
    `A body may have ${MAX_BODY_BYTES} bytes.`,
  );
  return { ...refusalAnswer(headers, refusal), close: !read.drained };
}

function busy(): CaptureV1Refusal {
  return new CaptureV1Refusal('service_unavailable', 'Too much is being sent at once.');
}

function utf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new CaptureV1Refusal('request_decoding_error', 'The body is not UTF-8.');
}

function parseBatch(text: string): V1Batch {
  try {
    return readV1Batch(parseJson(text));
  } catch (error) {
    if (!(error instanceof CaptureRefusal)) throw error;
    throw new CaptureV1Refusal('request_parsing_error', `${capitalized(error.message)}.`);
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
