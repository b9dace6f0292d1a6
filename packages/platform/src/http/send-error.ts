import type { ServerResponse } from 'node:http';
import type { Logger } from '../logger';
import { ApiError } from './api-error';
import { serverError } from './errors';

/** Answers a failure; one that nobody expected is logged and told as a plain 500. */
export function sendError(
  response: ServerResponse,
  error: unknown,
  context: { readonly logger: Logger; readonly route: string },
): void {
  // Nobody is there to be told, and a hang-up is no failure of ours.
  if (response.destroyed) return;
  const result = error instanceof ApiError ? error : serverError(error);
  if (result.status >= 500) {
    context.logger.error(
      { err: result.cause ?? result, route: context.route },
      'a request failed with an unexpected error',
    );
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(result.toBody());
  response.writeHead(result.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...result.headers,
  });
  response.end(body);
}
