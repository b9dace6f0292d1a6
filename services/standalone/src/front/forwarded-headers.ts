import type { IncomingMessage } from 'node:http';
import { forwardedOrigin } from '@tidemark/platform';

/** Headers of one connection (RFC 9110 §7.6.1), which are not passed on in either direction. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'http2-settings', 'keep-alive', 'proxy-authenticate', 'proxy-authorization'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);
/** Headers that the front writes or has handled: framing, address of the client, host. */
const REWRITTEN: ReadonlySet<string> = new Set([
  ...['content-length', 'expect', 'forwarded', 'host', 'x-forwarded-for', 'x-forwarded-host'],
  ...['x-forwarded-port', 'x-forwarded-proto'],
]);
/** Headers that a client cannot remove with `Connection`, because they identify the caller or describe the body. */
const KEPT: ReadonlySet<string> = new Set([
  ...['authorization', 'content-encoding', 'content-type', 'x-request-id'],
]);

/** Returns the framing headers of the request to the api, which are the same as those of the client. */
function framingOf({ method, headers }: IncomingMessage): readonly string[] {
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];
  const length = headers['content-length'];
  if (length !== undefined) return ['Content-Length', String(Number(length))];
  const mayHaveBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return mayHaveBody ? ['Content-Length', '0'] : [];
}

/**
 * Returns the header lines of a request to the api as names and values in turn: those of the client, with new lines
 * for the framing, the host and `X-Forwarded-*`.
 *
 * @param trustedProxyHops number of the operator's proxies in front; only they are trusted with host and scheme
 */
export function requestHeaders(
  request: IncomingMessage,
  trustedProxyHops: number | undefined,
): readonly string[] {
  const { headers, socket } = request;
  const { host, scheme } = forwardedOrigin(headers, trustedProxyHops);
  const named = namedByConnection(headers.connection);
  const lines = ['Host', headers.host ?? ''];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || REWRITTEN.has(lower)) continue;
    if (named !== null && named.has(lower) && !KEPT.has(lower)) continue;
    lines.push(name, rawHeaders[i + 1] ?? '');
  }
  const addresses = [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? 'unknown'].flat();
  lines.push('X-Forwarded-For', addresses.join(', '));
  lines.push('X-Forwarded-Proto', scheme, 'X-Forwarded-Host', host);
  lines.push(...framingOf(request));
  return lines;
}

/** Returns the header lines of a response to the client: those of the api, without headers of the connection. */
export function responseHeaders(response: IncomingMessage): string[] {
  const lines: string[] = [];
  const named = namedByConnection(response.headers.connection);
  const { rawHeaders } = response;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || named?.has(lower)) continue;
    lines.push(name, rawHeaders[i + 1] ?? '');
  }
  return lines;
}

/** Returns the names in a `Connection` header, in lower case; null if it is only `keep-alive` or `close`. */
function namedByConnection(connection: string | undefined): ReadonlySet<string> | null {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return null;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
