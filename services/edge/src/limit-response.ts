import type { IncomingHttpHeaders } from 'node:http';
import { throttled } from '@tidemark/platform';
import { captureV1Limited } from './capture-v1/v1-responses';
import { captureLimited } from './capture/v0-handler';
import { rateLimited } from './flags/flags-errors';
import type { EdgeResponse } from './http/edge-response';
import { json } from './http/edge-response';
import { apiErrorResponse } from './http/api-error-response';
import { OfrepError, ofrepErrorResponse } from './ofrep/ofrep-error';
import { otlpIntake } from './otlp/otlp-path';
import { otlpLimited } from './otlp/otlp-response';

const TOO_MANY = 'Too many requests. Please try again later.';

/** Returns a 429 in the format of a route, which is given by its name in the metrics. */
export function limitResponse(
  route: string,
  headers: IncomingHttpHeaders,
  waitSeconds: number,
): EdgeResponse {
  if (route === '/i/v1/analytics/events' || route === '/i/v1/ai/events') {
    return captureV1Limited(headers, waitSeconds);
  }
  if (otlpIntake(route) !== undefined) return otlpLimited(headers, waitSeconds);
  if (route === '/flags' || route === '/decide' || route === '/flags/stream') {
    const { status, body, headers: wait } = rateLimited(waitSeconds);
    return json(status, body, wait);
  }
  if (route.startsWith('/ofrep/')) {
    const retryAfter = ['Retry-After', String(waitSeconds)];
    const rejection = new OfrepError(429, 'GENERAL', TOO_MANY, retryAfter);
    return ofrepErrorResponse(rejection, null);
  }
  if (route.startsWith('/flags/') || route.startsWith('/api/')) {
    return apiErrorResponse(throttled(waitSeconds));
  }
  return captureLimited(waitSeconds);
}
