import type { ErrorBody } from '@tidemark/contracts';

/** The reason, for the metrics. */
export type FlagsErrorReason =
  | 'undecodable'
  | 'invalid'
  | 'token'
  | 'too_large'
  | 'rate_limited'
  | 'busy'
  /** All streams of the process are in use. */
  | 'edge_full'
  /** All streams of the project are in use. */
  | 'project_full';

const USUAL_REASON = {
  400: 'invalid',
  401: 'token',
  413: 'too_large',
  429: 'rate_limited',
  503: 'busy',
} as const;

/** A flag request that is rejected as a whole. A text body is sent as plain text, an object as JSON. */
export class FlagsError extends Error {
  constructor(
    readonly status: 400 | 401 | 413 | 429 | 503,
    readonly body: string | ErrorBody,
    readonly reason: FlagsErrorReason = USUAL_REASON[status],
    readonly headers: readonly string[] = [],
  ) {
    super(typeof body === 'string' ? body : body.detail);
    this.name = 'FlagsError';
  }
}

/** The common response for all decoding problems. */
export function undecodableFlags(detail: string): FlagsError {
  return new FlagsError(
    400,
    `Failed to decode request: ${detail}. Please check your request format and try again.`,
    'undecodable',
  );
}
