import type { IncomingHttpHeaders } from 'node:http';

/** The origin that the client used for its request, for links in responses. */
export interface ForwardedOrigin {
  readonly scheme: 'http' | 'https';
  /** `host[:port]`; empty if the request has none. */
  readonly host: string;
}

/** `host [":" port]`, as `request-guard.ts` accepts it in a Host header, but not empty. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Scheme and host of a request. `X-Forwarded-Proto` and `X-Forwarded-Host` are only used behind trusted proxies, and
 * only if their value can be part of a URL; otherwise the result is `http` and the `Host` header.
 * @param trustedProxyHops the number of trusted proxies in front of the service; unset or 0: none. Of a list, the
 *   entry at this position from the right is used, as in X-Forwarded-For
 */
export function forwardedOrigin(
  headers: IncomingHttpHeaders,
  trustedProxyHops: number | undefined,
): ForwardedOrigin {
  const own: ForwardedOrigin = { scheme: 'http', host: headers.host ?? '' };
  if (trustedProxyHops === undefined || trustedProxyHops === 0) return own;
  const scheme = entryOf(headers['x-forwarded-proto'], trustedProxyHops)?.toLowerCase();
  const host = entryOf(headers['x-forwarded-host'], trustedProxyHops);
  return {
    scheme: scheme === 'https' ? scheme : own.scheme,
    host: host !== undefined && HOST.test(host) ? host : own.host,
  };
}

function entryOf(header: string | string[] | undefined, hops: number): string | undefined {
  if (header === undefined) return undefined;
  const entries = (Array.isArray(header) ? header.join(',') : header).split(',');
  return entries[Math.max(0, entries.length - hops)]?.trim();
}
