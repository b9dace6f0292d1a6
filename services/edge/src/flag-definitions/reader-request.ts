import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@tidemark/platform';
import type { Target } from '../http/target';

/**
 * Returns the project's public token from the query, else from the header that PostHog's SDK for Rust sends; null if
 * both are absent (`docs/wire/flags-management.md#local-evaluation-routes`).
 */
export function sentToken({ query }: Target, headers: IncomingHttpHeaders): string | null {
  const header = headers['x-posthog-project-api-key'];
  const named = typeof header === 'string' ? header : '';
  const token = (query.get('token') ?? query.get('api_key') ?? named).trim();
  return token === '' ? null : token;
}

/** The response while a store is unavailable: with status 503, SDKs keep the definitions they have. */
export function storeDown(): ApiError {
  return new ApiError(
    503,
    'server_error',
    'service_unavailable',
    'Flag definitions are temporarily unavailable. Please try again.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** Whether `send_cohorts` is present with any value except a negative one; SDKs send it without a value. */
export function sendsCohorts({ query }: Target): boolean {
  const value = query.get('send_cohorts')?.trim().toLowerCase() ?? 'false';
  return value !== 'false' && value !== '0';
}
