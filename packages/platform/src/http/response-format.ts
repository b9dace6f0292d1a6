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
  const accepted = (request.header('accept') ?? '').split(',').map(mediaType);
  // As in PostHog, weights (`q`) are ignored, and JSON comes first.
  return accepted.includes('text/csv') && !accepted.includes('application/json') ? 'csv' : 'json';
}

/** A part of the Accept header without its parameters. */
function mediaType(part: string): string {
  return (part.split(';')[0] ?? '').trim().toLowerCase();
}
