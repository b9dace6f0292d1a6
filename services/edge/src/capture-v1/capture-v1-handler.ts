import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { CaptureV1Error, asWarningType } from '@tidemark/domain';
import { LogFullError, LogUnavailableError } from '@tidemark/ingest-log';
import { activeTraceparent, inStep, REQUEST_ID_HEADER, requestIdOf } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import { BodyBudgetError, charge } from '../body/body-budget';
import type { BodyHold } from '../body/body-budget';
import { APPEND_SPAN, countOverQuota, takeEvents } from '../capture/capture-handler';
import type { CaptureDeps } from '../capture/capture-handler';
import { empty } from '../http/edge-response';
import type { EdgeResponse } from '../http/edge-response';
import { createBodyHandler } from '../http/body-handler';
import { clientIp } from '../http/client-ip';
import { isPreflight, preflightHeaders } from '../http/cors';
import type { UnreadBody } from '../http/read-body';
import { createThrottledWarning } from '../http/throttled-warning';
import { RateLimitedError } from '../limits/rate-limited-error';
import { ProjectStoreDownError } from '../projects/project-directory';
import type { ReadV1 } from '../reading/body-readers';
import { V1OverQuota } from '../reading/v1-body';
import { invalidApiToken, readV1Headers } from './read-v1-headers';
import { captureV1Limited, errorResponse, resultsResponse } from './v1-responses';

/** Handles one request to `/i/v1/analytics/events`; null if the client has disconnected. */
export type CaptureV1Handler = (request: IncomingMessage) => Promise<EdgeResponse | null>;

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const WARN_EVERY_MS = 1_000;
const METHODS = 'POST, OPTIONS';

/** Creates the handler of capture V1, which returns a result for every event: an invalid event fails alone. */
export function createCaptureV1Handler(deps: CaptureDeps): CaptureV1Handler {
  const warn = createThrottledWarning(deps.logger, WARN_EVERY_MS, deps.now);

  /** Checks the headers and looks up the project before the body is inflated. */
  const take = async (
    request: IncomingMessage,
    body: Buffer,
    hold: BodyHold,
  ): Promise<EdgeResponse> => {
    const { token, encoding, ...headers } = readV1Headers(request.headers);
    const project = await findProject(deps, token, warn);
    if (body.length === 0) throw new CaptureV1Error('empty_body', 'The request body is empty.');
    const reading = deps.readers.v1(body, encoding, {
      ...headers,
      teamId: project?.id ?? 0,
      now: deps.now(),
      ip: clientIp(request, deps.trustedProxyHops),
      trace: activeTraceparent(),
      quotaLimits: project?.quotaLimits ?? [],
    });
    const read = await withWarnings(deps, project, reading);
    charge(hold, read.inflatedBytes);
    if (project !== null && read.events > 0) await takeEvents(deps, project.id, read.events);
    const stored = project === null || (await persist(deps, read, warn));
    return resultsResponse(request.headers, read.results(stored), stored);
  };

  const handle = createBodyHandler<undefined>(deps, {
    family: 'capture_v1',
    maxBytes: MAX_BODY_BYTES,
    withoutBody: ({ method, headers }) => {
      if (method === 'OPTIONS') {
        return empty(200, isPreflight(headers) ? preflightHeaders(headers, METHODS) : []);
      }
      return method === 'POST' ? null : empty(405, ['Allow', METHODS]);
    },
    unread: (read, { headers }) => unreadResponse(headers, read),
    take: (request, _asked, body, hold) => take(request, body, hold),
    rejected: (error, { headers }) => {
      if (error instanceof RateLimitedError) {
        return { reason: 'rate_limited', response: captureV1Limited(headers, error.waitSeconds) };
      }
      const rejection = asError(error, headers, deps.logger);
      return { reason: rejection.tag, response: errorResponse(headers, rejection) };
    },
  });
  return (request) => handle(request, undefined);
}

type Warn = ReturnType<typeof createThrottledWarning>;

/** Returns null for an unknown token if the response must not reveal that it is unknown. */
async function findProject(deps: CaptureDeps, token: string, warn: Warn): Promise<Project | null> {
  const project = await deps.projects.findByToken(token).catch((error: unknown) => {
    if (!(error instanceof ProjectStoreDownError)) throw error;
    warn(error, 'capture returns 503: events cannot be accepted now');
    throw new CaptureV1Error('service_unavailable', 'Projects cannot be looked up for now.');
  });
  if (project === null && !deps.acceptUnknownTokens) throw invalidApiToken();
  return project;
}

/** Appends the events to the log. Returns false if the client has to send them again. */
async function persist(deps: CaptureDeps, read: ReadV1, warn: Warn): Promise<boolean> {
  if (read.events === 0) return true;
  const stopTimer = deps.metrics.appendSeconds.startTimer();
  try {
    await inStep('ingest log append', APPEND_SPAN, () => read.append(deps.log));
  } catch (error) {
    if (!(error instanceof LogUnavailableError || error instanceof LogFullError)) throw error;
    warn(error, 'some events of a request got the result `retry`');
    return false;
  }
  stopTimer();
  deps.metrics.eventsAccepted.inc(read.events);
  return true;
}

/** Waits until the batch is read; the project gets an ingestion warning for its rejected events. */
async function withWarnings(
  { metrics, rejections }: CaptureDeps,
  project: Project | null,
  reading: Promise<ReadV1>,
): Promise<ReadV1> {
  try {
    const read = await reading;
    countOverQuota(metrics, read.dropped);
    if (project !== null) {
      for (const type of read.faults) rejections.note(project.id, type, 'event');
    }
    return read;
  } catch (error) {
    if (error instanceof V1OverQuota) countOverQuota(metrics, error.dropped);
    const rejection = error instanceof V1OverQuota ? error.rejection : error;
    const type = rejection instanceof CaptureV1Error ? asWarningType(rejection.tag) : null;
    if (project !== null && type !== null) rejections.note(project.id, type, 'request');
    throw rejection;
  }
}

function asError(
  error: unknown,
  headers: IncomingHttpHeaders,
  logger: CaptureDeps['logger'],
): CaptureV1Error {
  if (error instanceof BodyBudgetError) return busy();
  if (error instanceof CaptureV1Error) return error;
  const requestId = requestIdOf(headers[REQUEST_ID_HEADER]);
  logger.error({ err: error, requestId }, 'a capture request failed with an unexpected error');
  return new CaptureV1Error('internal_error', 'Internal server error.');
}

function unreadResponse(headers: IncomingHttpHeaders, read: UnreadBody): EdgeResponse {
  if (read.outcome === 'busy') return { ...errorResponse(headers, busy()), close: !read.drained };
  if (read.outcome === 'stalled') {
    const rejection = new CaptureV1Error('body_read_timeout', 'The client stopped sending data.');
    return { ...errorResponse(headers, rejection), close: true };
  }
  const rejection = new CaptureV1Error(
    'payload_too_large',
    `A body may have ${MAX_BODY_BYTES} bytes.`,
  );
  return { ...errorResponse(headers, rejection), close: !read.drained };
}

function busy(): CaptureV1Error {
  return new CaptureV1Error('service_unavailable', 'Too much is being sent at once.');
}
