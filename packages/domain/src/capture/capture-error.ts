import type { WarningType } from '../warnings/warning-types';

/** Why, for counting. */
export type CaptureErrorReason = 'undecodable' | 'unparsable' | 'token' | 'too_large' | 'invalid';

const USUAL_REASON = { 400: 'invalid', 401: 'token', 413: 'too_large' } as const;

/** A request that cannot be taken as it is; the same request will never be. Message = response body. */
export class CaptureError extends Error {
  constructor(
    readonly status: 400 | 401 | 413,
    message: string,
    /** The warning that the project gets, once the project is known; null: none. */
    readonly warning: WarningType | null = null,
    readonly reason: CaptureErrorReason = USUAL_REASON[status],
  ) {
    super(message);
    this.name = 'CaptureError';
  }
}

/** JSON that is no JSON, or of no shape we know. */
export function unparsable(detail: string): CaptureError {
  return new CaptureError(400, `failed to parse request: ${detail}`, null, 'unparsable');
}

/** Bytes that do not decode to text. */
export function undecodable(detail: string): CaptureError {
  return new CaptureError(400, `failed to decode request: ${detail}`, null, 'undecodable');
}

/** A body, or one event, over its limit. */
export function oversized(detail: string): CaptureError {
  return new CaptureError(413, `maximum event size exceeded: ${detail}`, 'message_size_too_large');
}
