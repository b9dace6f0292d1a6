import type { RawRequest } from '@tidemark/platform';

type Addressed = Pick<RawRequest, 'url' | 'header'>;

/** Information about the address by which browsers reach this server. */
export interface OwnAddress {
  /** `unknown` if no trusted proxy reports the scheme and an untrusted proxy may be in front. */
  schemeOf(request: Addressed): 'http' | 'https' | 'unknown';
  /** Whether an `Origin` is the one that a request was sent to. */
  isOwnOrigin(request: Addressed, origin: string | undefined): boolean;
  /** Scheme, host and port that clients use. */
  publicUrl(request: Addressed): string;
}

/**
 * Behind a proxy that terminates TLS and is not trusted (`TRUSTED_PROXY_HOPS` is unset) requests look as if they came
 * over http. In that case the scheme is taken from the browser's `Origin`, and only the host is compared.
 */
export function createOwnAddress(trustedProxyHops: number | undefined): OwnAddress {
  const isCertain = trustedProxyHops !== undefined;
  const isOwnOrigin: OwnAddress['isOwnOrigin'] = ({ url }, origin) => {
    if (origin === undefined || !URL.canParse(origin)) return false;
    const given = new URL(origin);
    // `null`, credentials, a path: no browser sends those for a page of ours.
    if (given.origin !== origin || !/^https?:$/.test(given.protocol)) return false;
    return isCertain ? origin === url.origin : given.host === url.host;
  };
  const schemeOf: OwnAddress['schemeOf'] = (request) => {
    if (isCertain) return request.url.protocol === 'https:' ? 'https' : 'http';
    const origin = request.header('origin');
    if (origin === undefined || !isOwnOrigin(request, origin)) return 'unknown';
    return origin.startsWith('https:') ? 'https' : 'http';
  };
  return {
    schemeOf,
    isOwnOrigin,
    publicUrl: (request) => {
      const { protocol, host } = request.url;
      return schemeOf(request) === 'https' ? `https://${host}` : `${protocol}//${host}`;
    },
  };
}
