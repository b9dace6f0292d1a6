import { ApiError } from './api-error';

/** The header of every 401 response, on every route (PostHog sends 403 on some). */
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' } as const;

export function notAuthenticated(): ApiError {
  return new ApiError(
    401,
    'authentication_error',
    'not_authenticated',
    'Authentication credentials were not provided.',
    { headers: CHALLENGE },
  );
}

export function authenticationFailed(detail: string): ApiError {
  return new ApiError(401, 'authentication_error', 'authentication_failed', detail, {
    headers: CHALLENGE,
  });
}

export function permissionDenied(detail: string): ApiError {
  return new ApiError(403, 'authentication_error', 'permission_denied', detail);
}

export function notFound(detail = 'Not found.'): ApiError {
  return new ApiError(404, 'invalid_request', 'not_found', detail);
}

export function methodNotAllowed(method: string, allowed: readonly string[]): ApiError {
  return new ApiError(
    405,
    'invalid_request',
    'method_not_allowed',
    `Method "${method}" not allowed.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

/** The body does not match its content type or the declared schema. */
export function parseError(problem: string): ApiError {
  return new ApiError(400, 'invalid_request', 'parse_error', `JSON parse error - ${problem}`);
}

/** The connection is closed, because the rest of the body is not read. */
export function bodyTooLarge(limitBytes: number): ApiError {
  return new ApiError(
    413,
    'invalid_request',
    'request_too_large',
    `Request body is larger than ${limitBytes} bytes.`,
    { headers: { Connection: 'close' } },
  );
}

/** The connection is closed, because the rest of the body may still arrive. */
export function bodyTimeout(): ApiError {
  return new ApiError(
    408,
    'invalid_request',
    'request_timeout',
    'The client stopped sending the request body.',
    { headers: { Connection: 'close' } },
  );
}

export function unsupportedMediaType(mediaType: string): ApiError {
  return new ApiError(
    415,
    'invalid_request',
    'unsupported_media_type',
    `Unsupported media type "${mediaType}" in request.`,
  );
}

/** @param seconds the time until the next request is accepted; rounded up, at least 1 */
export function throttled(seconds: number): ApiError {
  const wait = Math.max(1, Math.ceil(seconds));
  return new ApiError(
    429,
    'throttled_error',
    'throttled',
    `Request was throttled. Expected available in ${wait} second${wait === 1 ? '' : 's'}.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}

export function validationError(
  code: string,
  detail: string,
  attr: string | null = null,
  extra: Readonly<Record<string, unknown>> | null = null,
): ApiError {
  return new ApiError(400, 'validation_error', code, detail, { attr, extra });
}

/** The response to an internal error, which contains no details. */
export function serverError(cause?: unknown): ApiError {
  return new ApiError(500, 'server_error', 'error', 'A server error occurred.', { cause });
}
