import type { WarningType } from '../warnings/warning-types';

/** The reason of a rejection, a label of a metric. */
export type CaptureErrorReason = 'undecodable' | 'unparsable' | 'token' | 'too_large' | 'invalid';

const USUAL_REASON = { 400: 'invalid', 401: 'token', 413: 'too_large' } as const;

/** Rejects a request; a repetition of the same request is rejected, too. The message becomes the response body. */
export class CaptureError extends Error {
  constructor(
    readonly status: 400 | 401 | 413,
    message: string,
    /** The type of the warning for the project, if the project is known; null for no warning. */
    readonly warning: WarningType | null = null,
    readonly reason: CaptureErrorReason = USUAL_REASON[status],
  ) {
    super(message);
    this.name = 'CaptureError';
  }
}

/** An error for a body that is not valid JSON or has an unknown shape. */
export function unparsable(detail: string): CaptureError {
  return new CaptureError(400, `failed to parse request: ${detail}`, null, 'unparsable');
}

/** An error for bytes that cannot be decoded to text. */
export function undecodable(detail: string): CaptureError {
  return new CaptureError(400, `failed to decode request: ${detail}`, null, 'undecodable');
}

/** An error for a body or an event that exceeds its limit. */
export function oversized(detail: string): CaptureError {
  return new CaptureError(413, `maximum event size exceeded: ${detail}`, 'message_size_too_large');
}
