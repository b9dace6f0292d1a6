import { notFound } from './errors';
import type { RawRequest } from './route';

export type ResponseFormat = 'json' | 'csv';

/**
 * The requested format: from `?format=`, else from the Accept header, else JSON.
 * @throws ApiError 404 for an unknown `format`, as in PostHog
 */
export function responseFormat(request: Pick<RawRequest, 'url' | 'header'>): ResponseFormat {
  const wanted = request.url.searchParams.get('format');
  if (wanted === 'json' || wanted === 'csv') return wanted;
  if (wanted !== null && wanted !== '') throw notFound();
  const accept = request.header('accept') ?? '';
  return /^\s*text\/csv\b/i.test(accept) ? 'csv' : 'json';
}
