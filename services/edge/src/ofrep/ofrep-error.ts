import type { EdgeResponse } from '../http/edge-response';
import { json } from '../http/edge-response';

export type OfrepErrorCode =
  'PARSE_ERROR' | 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';

/** An error for a completely rejected request, in the format of the protocol. */
export class OfrepError extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 413 | 429 | 503,
    readonly code: OfrepErrorCode,
    readonly details: string,
    readonly headers: readonly string[] = [],
  ) {
    super(details);
    this.name = 'OfrepError';
  }
}

/** @param flagKey the requested flag; null for all flags */
export function ofrepErrorResponse(rejection: OfrepError, flagKey: string | null): EdgeResponse {
  const { status, code, details, headers } = rejection;
  const key = flagKey === null ? {} : { key: flagKey };
  return json(status, { ...key, errorCode: code, errorDetails: details }, headers);
}
