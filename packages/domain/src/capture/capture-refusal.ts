import type { WarningType } from '../warnings/warning-types';

/** Why, for counting. */
export type CaptureRefusalReason = 'undecodable' | 'unparsable' | 'token' | 'too_large' | 'invalid';

const USUAL_REASON = { 400: 'invalid', 401: 'token', 413: 'too_large' } as const;

/** A request that cannot be taken as it is; the same request will never be. Message = response body. */
export class CaptureRefusal extends Error {
  constructor(
    readonly status: 400 | 401 | 413,
    message: string,
    /** What the project is told of it, once the project is known; null: nothing. */
    readonly warning: WarningType | null = null,
    readonly reason: CaptureRefusalReason = USUAL_REASON[status],
  ) {
    super(message);
    this.name = 'CaptureRefusal';
  }
}

/** JSON that is no JSON, or of no shape we know. */
export function unparsable(detail: string): CaptureRefusal {
  return new CaptureRefusal(400, `failed to parse request: ${detail}`, null, 'unparsable');
}

/** Bytes that do not decode to text. */
export function undecodable(detail: string): CaptureRefusal {
  return new CaptureRefusal(400, `failed to decode request: ${detail}`, null, 'undecodable');
}

/** A body, or one event, over its limit. */
export function oversized(detail: string): CaptureRefusal {
  return new CaptureRefusal(
    413,
    `maximum event size exceeded: ${detail}`,
    'message_size_too_large',
  );
}
