import type { WarningType } from '../warnings/warning-types';

/** A request that cannot be taken as it is; the same request will never be. Message = response body. */
export class CaptureRefusal extends Error {
  constructor(
    readonly status: 400 | 401 | 413,
    message: string,
    /** What the project is told of it, once the project is known; null: nothing. */
    readonly warning: WarningType | null = null,
  ) {
    super(message);
    this.name = 'CaptureRefusal';
  }
}

/** JSON that is no JSON, or of no shape we know. */
export function unparsable(detail: string): CaptureRefusal {
  return new CaptureRefusal(400, `failed to parse request: ${detail}`);
}

/** Bytes that do not decode to text. */
export function undecodable(detail: string): CaptureRefusal {
  return new CaptureRefusal(400, `failed to decode request: ${detail}`);
}

/** A body, or one event, over its limit. */
export function oversized(detail: string): CaptureRefusal {
  return new CaptureRefusal(
    413,
    `maximum event size exceeded: ${detail}`,
    'message_size_too_large',
  );
}
