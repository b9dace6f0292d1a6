import type { Request, Response } from 'express';
import { parseError } from './errors';
import { forwardedOrigin } from './forwarded-origin';
import { parseBody } from './parse-body';
import { isMultipart, parseForm } from './parse-form';
import { readBytes } from './read-bytes';
import type { ReadLimits } from './read-bytes';
import type { RawRequest } from './route';

/**
 * Converts an Express request for routes.
 * @param trustedProxyHops the number of trusted proxies, whose headers contain the host and scheme that the client
 *   used; unset: none
 */
export function toRawRequest(
  request: Request,
  response: Response,
  limits: ReadLimits,
  trustedProxyHops?: number,
): RawRequest {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  let body: Promise<unknown> | null = null;
  const read = async (): Promise<unknown> => {
    rejectEncoded(request);
    const bytes = await readBytes(request, limits);
    const contentType = request.get('content-type');
    return contentType !== undefined && isMultipart(contentType)
      ? parseForm(bytes, contentType)
      : parseBody(bytes, contentType);
  };
  return {
    method: request.method,
    url: absoluteUrl(request, trustedProxyHops),
    params: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, String(value)]),
    ),
    header: (name) => request.get(name),
    responseHeader: (name, value) => {
      response.setHeader(name, value);
    },
    body: () => (body ??= read()),
    announcedBytes: announcedBytes(request),
    signal: hangUp.signal,
    address: request.ip ?? '',
  };
}

function announcedBytes(request: Request): number | null {
  const length = request.get('content-length');
  if (length === undefined || isMultipart(request.get('content-type') ?? '')) return null;
  return Number(length);
}

/** Rejects compressed bodies, as PostHog does: the API never decompresses a body. */
function rejectEncoded(request: Request): void {
  const encoding = request.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw parseError('a body with a Content-Encoding is not read');
}

/** The URL that the client requested, as far as trusted proxies report it. */
function absoluteUrl(request: Request, trustedProxyHops: number | undefined): URL {
  const path = request.originalUrl;
  const { scheme, host } = forwardedOrigin(request.headers, trustedProxyHops);
  const base = `${scheme}://${host || 'localhost'}`;
  return URL.canParse(base) ? new URL(base + path) : new URL(`http://localhost${path}`);
}
