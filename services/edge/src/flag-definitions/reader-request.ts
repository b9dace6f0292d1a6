import { ApiError } from '@tidemark/platform';
import type { Target } from '../http/target';

/** The project's public token in the query; null when absent. */
export function sentToken({ query }: Target): string | null {
  const token = (query.get('token') ?? query.get('api_key') ?? '').trim();
  return token === '' ? null : token;
}

/** A store that does not respond is no fault of the request: SDKs keep what they have. */
export function storeDown(): ApiError {
  return new ApiError(
    503,
    'server_error',
    'service_unavailable',
    'Flag definitions are temporarily unavailable. Please try again.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** Is `send_cohorts` there, with whatever value but a negative one? SDKs send it without any. */
export function sendsCohorts({ query }: Target): boolean {
  const value = query.get('send_cohorts')?.trim().toLowerCase() ?? 'false';
  return value !== 'false' && value !== '0';
}
