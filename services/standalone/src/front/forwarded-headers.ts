import type { IncomingMessage } from 'node:http';
import { forwardedOrigin } from '@tidemark/platform';

/** Headers of one connection (RFC 9110 §7.6.1): they end here, in both directions. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'http2-settings', 'keep-alive', 'proxy-authenticate', 'proxy-authorization'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);
/** What we write ourselves, or have acted upon: framing, address of the client, host. */
const REWRITTEN: ReadonlySet<string> = new Set([
  ...['content-length', 'expect', 'forwarded', 'host', 'x-forwarded-for', 'x-forwarded-host'],
  ...['x-forwarded-port', 'x-forwarded-proto'],
]);
/** What a client's `Connection` header cannot take from a request: it decides who asks, or how it is read. */
const KEPT: ReadonlySet<string> = new Set([
  ...['authorization', 'content-encoding', 'content-type', 'x-request-id'],
]);

/** How a request's body is framed towards the api: exactly as the client framed it, or not at all. */
function framingOf({ method, headers }: IncomingMessage): readonly string[] {
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];
  const length = headers['content-length'];
  if (length !== undefined) return ['Content-Length', String(Number(length))];
  const mayHaveBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return mayHaveBody ? ['Content-Length', '0'] : [];
}

/**
 * The header lines of a request to the api, name and value in turn: the client's, with the framing, the host
 * and the `X-Forwarded-*` lines written anew.
 *
 * @param trustedProxyHops proxies of ours in front: only they say which host and scheme a client used
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

/** The header lines of a response to the client: the api's, without those of the connection between us. */
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

/** The headers that a `Connection` header names, in lower case; null where it names none but the usual. */
function namedByConnection(connection: string | undefined): ReadonlySet<string> | null {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return null;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
