import type { RawRequest } from '@tidemark/platform';
import { permissionDenied } from '@tidemark/platform';
import type { OwnAddress } from './own-address';

/** CORS never allows it (`cors.ts`): no page of another origin can send it. */
const CONSOLE_HEADER = 'x-tidemark-console';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request says that it comes from the console. */
export function isFromConsole({ header }: Pick<RawRequest, 'header'>): boolean {
  return header(CONSOLE_HEADER) === '1';
}

/**
 * Rejects a request with a session cookie that another page could have made a browser send. Other ports of a host are
 * the same site, so `SameSite=Strict` is not enough.
 *
 * @throws ApiError 403
 */
export function requireOwnPage(
  request: Pick<RawRequest, 'method' | 'url' | 'header'>,
  address: OwnAddress,
): void {
  const site = request.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') {
    throw permissionDenied(
      'A session cookie counts only in requests of pages of this server (Sec-Fetch-Site: same-origin).',
    );
  }
  if (SAFE_METHODS.has(request.method)) return;
  if (!isFromConsole(request)) {
    throw permissionDenied(
      'A session cookie changes nothing without the header X-Tidemark-Console: 1.',
    );
  }
  if (!address.isOwnOrigin(request, request.header('origin'))) {
    throw permissionDenied(
      `The Origin of this request is not the address of this server, ${address.publicUrl(request)}. Behind a proxy, let it keep Host, or set TRUSTED_PROXY_HOPS.`,
    );
  }
}
