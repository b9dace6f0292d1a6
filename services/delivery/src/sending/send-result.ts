/** What became of one request. */
export interface SendResult {
  readonly isSuccess: boolean;
  /** Of an HTTP response. */
  readonly status: number | null;
  /** The start of the response. */
  readonly response: string | null;
  readonly error: string | null;
  /** No repetition will change it. */
  readonly isFinal: boolean;
  /** What the receiver asked for. */
  readonly retryAfterMs: number | null;
}

/** A request that got no response. */
export function failed(error: string, isFinal = false): SendResult {
  return { isSuccess: false, status: null, response: null, error, isFinal, retryAfterMs: null };
}
