import type { Answer } from '../http/answer';
import { json } from '../http/answer';

export type OfrepErrorCode =
  'PARSE_ERROR' | 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';

/** A request that is refused as a whole, in the protocol's words. */
export class OfrepRefusal extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 413 | 429 | 503,
    readonly code: OfrepErrorCode,
    readonly details: string,
    readonly headers: readonly string[] = [],
  ) {
    super(details);
    this.name = 'OfrepRefusal';
  }
}

/** @param flagKey the flag asked for; null when all were */
export function refusedAnswer(refusal: OfrepRefusal, flagKey: string | null): Answer {
  const { status, code, details, headers } = refusal;
  const key = flagKey === null ? {} : { key: flagKey };
  return json(status, { ...key, errorCode: code, errorDetails: details }, headers);
}
