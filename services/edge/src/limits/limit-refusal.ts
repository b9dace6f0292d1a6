import type { IncomingHttpHeaders } from 'node:http';
import { CaptureV1Refusal } from '@tidemark/domain';
import { throttled } from '@tidemark/platform';
import { refusalAnswer as v1Answer } from '../capture-v1/v1-answers';
import { rateLimited } from '../flags/flags-errors';
import type { Answer } from '../http/answer';
import { json, text } from '../http/answer';
import { apiErrorAnswer } from '../http/api-error-answer';
import { OfrepRefusal, refusedAnswer } from '../ofrep/ofrep-refusal';

const TOO_MANY = 'Too many requests. Please try again later.';

/** Thrown where the owner of a request is known only half-way. */
export class RateLimitedError extends Error {
  constructor(readonly waitSeconds: number) {
    super('rate limit exceeded');
    this.name = 'RateLimitedError';
  }
}

/** 429 of event capture, v0 (`wire/capture.md` §3.2). */
export function captureLimited(waitSeconds: number): Answer {
  return text(429, 'rate limit exceeded, please try again later', retryAfter(waitSeconds));
}

/** 429 of event capture, v1. */
export function captureV1Limited(headers: IncomingHttpHeaders, waitSeconds: number): Answer {
  const answer = v1Answer(headers, new CaptureV1Refusal('rate_limit_exceeded', TOO_MANY));
  return { ...answer, headers: [...answer.headers, ...retryAfter(waitSeconds)] };
}

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
    const refusal = new OfrepRefusal(429, 'GENERAL', TOO_MANY, retryAfter(waitSeconds));
    return refusedAnswer(refusal, null);
  }
  if (route.startsWith('/flags/') || route.startsWith('/api/')) {
    return apiErrorAnswer(throttled(waitSeconds));
  }
  return captureLimited(waitSeconds);
}

const retryAfter = (waitSeconds: number): readonly string[] => ['Retry-After', String(waitSeconds)];
