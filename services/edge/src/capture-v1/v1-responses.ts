import type { IncomingHttpHeaders } from 'node:http';
import type { CaptureV1ErrorTag, V1Results } from '@tidemark/domain';
import { CaptureV1Error } from '@tidemark/domain';
import { json, JSON_TYPE } from '../http/edge-response';
import type { EdgeResponse } from '../http/edge-response';
import { ACCEPTED_ENCODINGS } from '../body/content-encoding';
import { requestIdHeaders } from './request-id';

const ERROR_URI = 'https://posthog.com/docs/api';
const RETRY_AFTER = ['Retry-After', '1'];

/** The additional headers of some errors, such as the time to retry. */
const HEADERS_OF: Partial<Record<CaptureV1ErrorTag, readonly string[]>> = {
  body_read_timeout: RETRY_AFTER,
  internal_error: RETRY_AFTER,
  service_unavailable: RETRY_AFTER,
  unsupported_content_type: ['Accept', 'application/json'],
  unsupported_encoding: ['Accept-Encoding', ACCEPTED_ENCODINGS],
};

/**
 * Responds with the result of every event, and with `Retry-After` if events have to be sent again.
 *
 * @param results as JSON text where another thread has written them
 * @param stored whether the ingest log has stored the events
 */
export function resultsResponse(
  request: IncomingHttpHeaders,
  results: V1Results | string,
  stored: boolean,
): EdgeResponse {
  const headers = [...commonHeaders(request), ...(stored ? [] : RETRY_AFTER)];
  return typeof results === 'string'
    ? { status: 200, body: results, headers: [...JSON_TYPE, ...headers] }
    : json(200, { results: Object.fromEntries(results) }, headers);
}

export function errorResponse(
  request: IncomingHttpHeaders,
  rejection: CaptureV1Error,
): EdgeResponse {
  const body = {
    error: rejection.tag,
    error_description: rejection.message,
    error_uri: ERROR_URI,
  };
  return json(rejection.status, body, [
    ...commonHeaders(request),
    ...(HEADERS_OF[rejection.tag] ?? []),
  ]);
}

/** 429: the project, or the client's address, has sent too much. */
export function captureV1Limited(request: IncomingHttpHeaders, waitSeconds: number): EdgeResponse {
  const rejection = new CaptureV1Error(
    'rate_limited',
    'Too many requests. Please try again later.',
  );
  const response = errorResponse(request, rejection);
  return { ...response, headers: [...response.headers, 'Retry-After', String(waitSeconds)] };
}

/** Scripts of other origins can read the headers that they need for a retry only if these are exposed. */
function commonHeaders(request: IncomingHttpHeaders): string[] {
  return [
    ...requestIdHeaders(request),
    ...(request.origin === undefined
      ? []
      : ['Access-Control-Expose-Headers', 'PostHog-Request-Id, Retry-After']),
  ];
}
