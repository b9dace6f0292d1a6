const MISSING_DETAILS = ['Not found.', 'Project not found.'];

/**
 * An error response of the API, in its wire format (`docs/wire/api.md#errors`), or the error of a request without a
 * response.
 */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 if there was no response. */
    readonly status: number,
    readonly detail: string,
    readonly code: string | null = null,
    /** The field of the body that caused the error. */
    readonly attr: string | null = null,
    readonly body: unknown = null,
  ) {
    super(detail);
    this.name = 'ApiError';
  }

  /** Whether the same request can succeed later: there was no response, too many requests, or a server error. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }

  /** Whether the requested thing does not exist. Other errors of the status 404, as of an expired query, have own texts. */
  get isMissingResource(): boolean {
    return this.status === 404 && MISSING_DETAILS.includes(this.detail);
  }
}

/** Converts an error response with any body to an `ApiError`. */
export function apiErrorOf(status: number, body: unknown): ApiError {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string): string | null =>
    typeof fields[name] === 'string' ? fields[name] : null;
  const detail =
    text('detail') ??
    text('error_description') ??
    text('error') ??
    `The server responded with status ${status}.`;
  return new ApiError(status, detail, text('code'), text('attr'), body);
}

/** The message of any error, to be shown to a user. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}
