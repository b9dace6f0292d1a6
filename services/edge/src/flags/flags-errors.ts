import { FlagsError } from '../body/flags-error';

/* Texts of `docs/wire/flags.md#errors`. */

export function tokenMissing(): FlagsError {
  return new FlagsError(401, {
    type: 'authentication_error',
    code: 'not_authenticated',
    detail: 'No API token provided. Please include a valid API token in your request.',
    attr: null,
  });
}

export function tokenUnknown(): FlagsError {
  return new FlagsError(401, {
    type: 'authentication_error',
    code: 'authentication_failed',
    detail:
      'The provided API key is invalid or has expired. Please check your API key and try again.',
    attr: null,
  });
}

/** @param waitSeconds seconds until the next request is accepted */
export function rateLimited(waitSeconds: number): FlagsError {
  const body = {
    type: 'validation_error',
    code: 'rate_limit_exceeded',
    detail: 'Rate limit exceeded',
    attr: null,
  } as const;
  return new FlagsError(429, body, 'rate_limited', ['Retry-After', String(waitSeconds)]);
}

export function distinctIdMissing(): FlagsError {
  return new FlagsError(
    400,
    'The distinct_id field is missing from the request. Please include a valid identifier.',
  );
}

export function flagStoreDown(): FlagsError {
  return new FlagsError(503, 'Feature flags are temporarily unavailable. Please try again.');
}

export function edgeBusy(): FlagsError {
  return new FlagsError(503, 'Too much is being sent at once. Please try again.');
}
