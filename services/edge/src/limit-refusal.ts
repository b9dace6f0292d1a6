import type { IncomingHttpHeaders } from 'node:http';
import { throttled } from '@tidemark/platform';
import { captureV1Limited } from './capture-v1/v1-answers';
import { captureLimited } from './capture/v0-handler';
import { rateLimited } from './flags/flags-errors';
import type { Answer } from './http/answer';
import { json } from './http/answer';
import { apiErrorAnswer } from './http/api-error-answer';
import { OfrepRefusal, refusedAnswer } from './ofrep/ofrep-refusal';

const TOO_MANY = 'Too many requests. Please try again later.';

/** 429 in the form that a route of the edge has, by its name in the metrics. */
export function limitRefusal(
  route: string,
  headers: IncomingHttpHeaders,
  waitSeconds: number,
): Answer {
  if (route === '/i/v1/analytics/events') return captureV1Limited(headers, waitSeconds);
  if (route === '/flags' || route === '/decide') {
    const { status, body, headers: wait } = rateLimited(waitSeconds);
    return json(status, body, wait);
  }
  if (route.startsWith('/ofrep/')) {
    const retryAfter = ['Retry-After', String(waitSeconds)];
    const refusal = new OfrepRefusal(429, 'GENERAL', TOO_MANY, retryAfter);
    return refusedAnswer(refusal, null);
  }
  if (route.startsWith('/flags/') || route.startsWith('/api/')) {
    return apiErrorAnswer(throttled(waitSeconds));
  }
  return captureLimited(waitSeconds);
}
