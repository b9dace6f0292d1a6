import type { IncomingHttpHeaders } from 'node:http';

/** Where the client believes the service to be, for links in responses. */
export interface ForwardedOrigin {
  readonly scheme: 'http' | 'https';
  /** `host[:port]`; empty where the request names none. */
  readonly host: string;
}

/** `host [":" port]`, as `request-guard.ts` takes it from a Host header, but never empty. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Scheme and host of a request. `X-Forwarded-Proto` and `X-Forwarded-Host` count only behind trusted proxies,
 * and only with a value that can stand in a URL; otherwise it is `http` and the `Host` header.
 *
 * @param trustedProxyHops how many proxies of ours the request came through; unset or 0: none. Of a list the
 *   entry that many places from the right counts, as in X-Forwarded-For
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
