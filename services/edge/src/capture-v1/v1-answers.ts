import type { IncomingHttpHeaders } from 'node:http';
import type { CaptureV1ErrorTag, CaptureV1Refusal, V1Results } from '@tidemark/domain';
import { json } from '../http/answer';
import type { Answer } from '../http/answer';
import { ACCEPTED_ENCODINGS } from './content-encoding';
import { requestIdHeaders } from './request-id';

const ERROR_URI = 'https://posthog.com/docs/api';
const RETRY_AFTER = ['Retry-After', '1'];

/** What some refusals add: when to come back, what to send instead. */
const HEADERS_OF: Partial<Record<CaptureV1ErrorTag, readonly string[]>> = {
  body_read_timeout: RETRY_AFTER,
  internal_error: RETRY_AFTER,
  service_unavailable: RETRY_AFTER,
  unsupported_content_type: ['Accept', 'application/json'],
  unsupported_encoding: ['Accept-Encoding', ACCEPTED_ENCODINGS],
};

/** The result of every event; asks to come back when some are to be sent again. */
export function resultsAnswer(request: IncomingHttpHeaders, results: V1Results): Answer {
  const again = Array.from(results.values()).some(({ result }) => result === 'retry');
  return json(200, { results: Object.fromEntries(results) }, [
    ...commonHeaders(request),
    ...(again ? RETRY_AFTER : []),
  ]);
}

export function refusalAnswer(request: IncomingHttpHeaders, refusal: CaptureV1Refusal): Answer {
  const body = {
    error: refusal.tag,
    error_description: refusal.message,
    error_uri: ERROR_URI,
  };
  return json(refusal.status, body, [
    ...commonHeaders(request),
    ...(HEADERS_OF[refusal.tag] ?? []),
  ]);
}

/** Scripts of other origins may read the two headers that steer a retry only if told so. */
function commonHeaders(request: IncomingHttpHeaders): string[] {
  return [
    ...requestIdHeaders(request),
    ...(request.origin === undefined
      ? []
      : ['Access-Control-Expose-Headers', 'PostHog-Request-Id, Retry-After']),
  ];
}
