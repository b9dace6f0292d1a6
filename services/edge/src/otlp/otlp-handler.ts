import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { OtlpIntake } from '@tidemark/domain';
import { CaptureError, checkProjectToken, invalidProjectToken } from '@tidemark/domain';
import { LogFullError, LogUnavailableError } from '@tidemark/ingest-log';
import { activeTraceparent, inStep } from '@tidemark/platform';
import { BodyBudgetError, charge } from '../body/body-budget';
import type { BodyHold } from '../body/body-budget';
import { isGzip } from '../body/inflate';
import { APPEND_SPAN, countOverQuota, takeEvents } from '../capture/capture-handler';
import type { CaptureDeps } from '../capture/capture-handler';
import type { CaptureHandler } from '../capture/v0-handler';
import { createBodyHandler } from '../http/body-handler';
import type { Rejection } from '../http/body-handler';
import { clientIp } from '../http/client-ip';
import { isPreflight, preflightHeaders } from '../http/cors';
import { empty } from '../http/edge-response';
import type { EdgeResponse } from '../http/edge-response';
import type { UnreadBody } from '../http/read-body';
import type { Target } from '../http/target';
import { createThrottledWarning } from '../http/throttled-warning';
import { RateLimitedError } from '../limits/rate-limited-error';
import { ProjectStoreDownError } from '../projects/project-directory';
import { otlpIntake } from './otlp-path';
import { otlpAccepted, otlpError, otlpFormat, otlpLimited } from './otlp-response';

/** `docs/wire/otel.md#limits`. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const WARN_EVERY_MS = 1_000;
const METHODS = 'POST, OPTIONS';
const RETRY_AFTER = ['Retry-After', '1'];

/** A body whose type or encoding cannot be read. */
class UnsupportedBody extends Error {}

/** Creates the handler of OTLP over HTTP: spans and log records are stored as events (`docs/wire/otel.md`). */
export function createOtlpHandler(deps: CaptureDeps): CaptureHandler {
  const warn = createThrottledWarning(deps.logger, WARN_EVERY_MS, deps.now);

  const take = async (
    request: IncomingMessage,
    target: Target,
    body: Buffer,
    hold: BodyHold,
  ): Promise<EdgeResponse> => {
    const { headers } = request;
    const intake = intakeOf(target);
    const project = await deps.projects.findByToken(tokenOf(headers, target));
    if (project === null) {
      if (deps.acceptUnknownTokens) return otlpAccepted(headers, intake, 0, '');
      throw invalidProjectToken('unknown');
    }
    const source = { intake, format: checkedFormat(headers, body) };
    const read = await deps.readers.otlp(body, source, {
      teamId: project.id,
      quotaLimits: project.quotaLimits,
      now: deps.now(),
      ip: intake === 'ai' ? clientIp(request, deps.trustedProxyHops) : null,
      trace: activeTraceparent(),
    });
    charge(hold, read.inflatedBytes);
    countOverQuota(deps.metrics, read.dropped);
    if (read.events > 0) {
      await takeEvents(deps, project.id, read.events);
      const stopTimer = deps.metrics.appendSeconds.startTimer();
      await inStep('ingest log append', APPEND_SPAN, () => read.append(deps.log));
      stopTimer();
      deps.metrics.eventsAccepted.inc(read.events);
    }
    return otlpAccepted(headers, intake, read.rejected, read.reason);
  };

  const rejected = (error: unknown, { headers }: IncomingMessage): Rejection => {
    if (error instanceof CaptureError) {
      return { reason: error.reason, response: otlpError(headers, error.status, error.message) };
    }
    if (error instanceof UnsupportedBody) {
      return { reason: 'undecodable', response: otlpError(headers, 415, error.message) };
    }
    if (error instanceof RateLimitedError) {
      return { reason: 'rate_limited', response: otlpLimited(headers, error.waitSeconds) };
    }
    if (!isTransient(error)) throw error;
    warn(error, 'capture returns 503: events cannot be accepted now');
    return { reason: 'store_unavailable', response: tryAgain(headers) };
  };

  return createBodyHandler<Target>(deps, {
    family: 'otlp',
    maxBytes: MAX_BODY_BYTES,
    withoutBody: ({ method, headers }, target) => {
      if (method === 'OPTIONS') {
        return empty(200, isPreflight(headers) ? preflightHeaders(headers, METHODS) : []);
      }
      if (otlpIntake(target.path) === null) {
        const text = `${target.path} is not served: this signal is not stored`;
        return { ...otlpError(headers, 404, text), close: true };
      }
      if (method === 'POST') return null;
      return otlpError(headers, 405, 'the method must be POST', ['Allow', METHODS]);
    },
    unread: (read, { headers }) => unread(headers, read),
    take,
    rejected,
  });
}

function intakeOf({ path }: Target): OtlpIntake {
  const intake = otlpIntake(path);
  if (intake === undefined || intake === null) throw new Error(`${path} is not a path of OTLP`);
  return intake;
}

/** The project token of the header, or else of the query (`docs/wire/otel.md#token`). @throws CaptureError 401 */
function tokenOf({ authorization }: IncomingHttpHeaders, { query }: Target): string {
  const bearer = /^bearer(?:\s(.*))?$/i.exec(authorization ?? '');
  const token = (bearer === null ? query.get('token') : bearer[1])?.trim() ?? '';
  if (token === '') {
    throw new CaptureError(401, 'the request has no project token');
  }
  return checkProjectToken(token);
}

function checkedFormat(headers: IncomingHttpHeaders, body: Buffer) {
  const format = otlpFormat(headers);
  if (format === undefined) {
    throw new UnsupportedBody('Content-Type must be application/x-protobuf or application/json');
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === 'gzip') {
    if (!isGzip(body)) {
      throw new CaptureError(400, 'the body is not valid gzip data', null, 'undecodable');
    }
  } else if (encoding !== '' && encoding !== 'identity') {
    throw new UnsupportedBody('Content-Encoding must be gzip or identity');
  }
  return format;
}

function unread(headers: IncomingHttpHeaders, read: UnreadBody): EdgeResponse {
  switch (read.outcome) {
    case 'busy':
      return { ...tryAgain(headers), close: !read.drained };
    case 'stalled':
      return { ...otlpError(headers, 408, 'the client stopped sending data'), close: true };
    case 'too_large': {
      const text = `a body may have ${MAX_BODY_BYTES} bytes`;
      return { ...otlpError(headers, 413, text), close: !read.drained };
    }
  }
}

function tryAgain(headers: IncomingHttpHeaders): EdgeResponse {
  return otlpError(headers, 503, 'transient error, please retry', RETRY_AFTER);
}

function isTransient(error: unknown): error is Error {
  return (
    error instanceof LogUnavailableError ||
    error instanceof LogFullError ||
    error instanceof BodyBudgetError ||
    error instanceof ProjectStoreDownError
  );
}
