import type { ServerResponse } from 'node:http';
import type { Logger } from '../logger';
import { ApiError } from './api-error';
import { serverError } from './errors';

/** Sends the response to an error. An unexpected error is logged, and the response is a 500 without details. */
export function sendError(
  response: ServerResponse,
  error: unknown,
  context: { readonly logger: Logger; readonly route: string },
): void {
  // The client has disconnected, and a closed connection is not an error of the service.
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
