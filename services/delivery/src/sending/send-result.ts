/** The result of one request. */
export interface SendResult {
  readonly isSuccess: boolean;
  /** The status of an HTTP response; null for an e-mail or without a response. */
  readonly status: number | null;
  /** The start of the response. */
  readonly response: string | null;
  readonly error: string | null;
  /** Whether the result is final, so that a repetition is useless. */
  readonly isFinal: boolean;
  /** The pause that the receiver requested (`Retry-After`). */
  readonly retryAfterMs: number | null;
}

/** The result of a request without a response. */
export function failed(error: string, isFinal = false): SendResult {
  return { isSuccess: false, status: null, response: null, error, isFinal, retryAfterMs: null };
}
