import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@tidemark/platform';
import type { Target } from '../http/target';

/**
 * The project's public token: in the query, or in the header that PostHog's SDK for Rust sends instead; null when absent.
 * The query counts where both are there (`docs/wire/flags-management.md#local-evaluation-routes`).
 */
export function sentToken({ query }: Target, headers: IncomingHttpHeaders): string | null {
  const header = headers['x-posthog-project-api-key'];
  const named = typeof header === 'string' ? header : '';
  const token = (query.get('token') ?? query.get('api_key') ?? named).trim();
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
