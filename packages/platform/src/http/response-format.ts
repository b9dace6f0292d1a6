import { notFound } from './errors';
import type { RawRequest } from './route';

export type ResponseFormat = 'json' | 'csv';

/**
 * The format the caller wants: `?format=`, else the Accept header, else JSON.
 *
 * @throws ApiError 404 for a `format` there is not, as PostHog does.
 */
export function responseFormat(request: Pick<RawRequest, 'url' | 'header'>): ResponseFormat {
  const wanted = request.url.searchParams.get('format');
  if (wanted === 'json' || wanted === 'csv') return wanted;
  if (wanted !== null && wanted !== '') throw notFound();
  const accept = request.header('accept') ?? '';
  return /^\s*text\/csv\b/i.test(accept) ? 'csv' : 'json';
}
