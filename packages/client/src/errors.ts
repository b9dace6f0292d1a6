/** The body of an error response of the API; see "Errors" in `docs/client.md`. */
export interface ErrorBody {
  readonly type: string;
  readonly code: string;
  readonly detail: string;
  readonly attr: string | null;
}

/** The base class of all errors of this client. */
export class TidemarkError extends Error {
  override readonly name: string = 'TidemarkError';
}

/** No response arrived: the host is unreachable, or the connection was lost while the response was read. */
export class ConnectionError extends TidemarkError {
  override readonly name: string = 'ConnectionError';
}

/** An error response. Subclasses exist for the statuses that a program may handle differently. */
export class ApiError extends TidemarkError {
  override readonly name: string = 'ApiError';
  /** The name in the wire format, such as `validation_error`. */
  readonly type: string;
  /** The name in the wire format, such as `invalid_input`. */
  readonly code: string;
  /** The error message, a sentence for people. */
  readonly detail: string;
  /** The field of the request body that is not valid, or null. */
  readonly attr: string | null;

  constructor(
    readonly status: number,
    body: ErrorBody,
    readonly facts: {
      readonly requestId: string | null;
      /** The seconds that the client should wait before it repeats the request, from the server, or null. */
      readonly retryAfter: number | null;
      /** The parsed body. Some errors have additional keys, such as positions in a statement. */
      readonly body: unknown;
    },
  ) {
    super(body.detail);
    this.type = body.type;
    this.code = body.code;
    this.detail = body.detail;
    this.attr = body.attr;
  }
}

/** Status 400, 413 or 415: the request is not valid. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** Status 401: the API key is missing or not valid. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** Status 403: the API key lacks a scope, or does not include the project. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** Status 404: the object does not exist, or the API key has no access to it. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** Status 409: another user changed the object in the meantime, or the object is in use. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** Status 402 or 429: too many requests, or a quota is used up. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** Status 500 and above: the server failed to process the request. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** A background run failed, or another user cancelled it. */
export class QueryRunError extends TidemarkError {
  override readonly name = 'QueryRunError';

  constructor(
    readonly runId: string,
    readonly code: string | null,
    message: string,
  ) {
    super(message);
  }
}

type ErrorClass = new (...args: ConstructorParameters<typeof ApiError>) => ApiError;

const CLASSES: Readonly<Record<number, ErrorClass>> = {
  400: ValidationError,
  401: AuthenticationError,
  402: RateLimitError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  429: RateLimitError,
};

/**
 * Converts a response to an error of the class for its status.
 *
 * @param body the parsed body; if it is not an error of the API (such as the page of a gateway), the message names the
 * status
 */
export function apiErrorOf(
  response: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  now: () => number,
): ApiError {
  const { status, headers } = response;
  const fallback = `The server responded with HTTP status ${String(status)}.`;
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>;
  const text = (value: unknown, otherwise: string): string =>
    typeof value === 'string' && value !== '' ? value : otherwise;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(
    status,
    {
      type: text(given.type, 'unknown'),
      code: text(given.code, 'error'),
      detail: text(given.detail, fallback),
      attr: typeof given.attr === 'string' ? given.attr : null,
    },
    {
      requestId: headers.get('x-request-id'),
      retryAfter: retryAfterOf(headers.get('retry-after'), now()),
      body,
    },
  );
}

/**
 * Returns the seconds of a `Retry-After` header (RFC 9110 §10.2.3), which contains a number or a date; null if it is
 * missing or not valid.
 *
 * @param now milliseconds since 1970
 */
export function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1_000);
}
