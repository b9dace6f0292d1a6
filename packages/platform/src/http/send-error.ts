import type { ServerResponse } from 'node:http';
import type { Logger } from '../logger';
import { ApiError } from './api-error';
import { serverError } from './errors';

/** Turns what a library or a handler threw into an `ApiError`; null when it is none of its business. */
export type ErrorMapper = (error: unknown) => ApiError | null;

/** Answers a failure; one that nobody expected is logged and told as a plain 500. */
export function sendError(
  response: ServerResponse,
  error: unknown,
  context: { readonly logger: Logger; readonly route: string; readonly mapError?: ErrorMapper },
): void {
  // Nobody is there to be told, and a hang-up is no failure of ours.
  if (response.destroyed) return;
  const known = error instanceof ApiError ? error : (context.mapError?.(error) ?? null);
  const answer = known ?? serverError(error);
  if (answer.status >= 500) {
    context.logger.error({ err: answer.cause ?? answer, route: context.route }, 'request failed');
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(answer.toBody());
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...answer.headers,
  });
  response.end(body);
}
