import type { IncomingMessage } from 'node:http';
import { METHODS } from 'node:http';

/** Methods whose requests usually have no body; no real client sends them with a chunked body. */
const WITHOUT_CHUNKS: ReadonlySet<string> = new Set([
  ...['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'TRACE'],
]);
/**
 * The parser of Node.js also accepts requests of RTSP and Icecast, which are recognised only by their methods. `SOURCE`
 * belongs to Icecast.
 */
const METHODS_OF_HTTP: ReadonlySet<string> = new Set(METHODS.filter((name) => name !== 'SOURCE'));
/** `host [":" port]` of RFC 3986, without percent-encoding: a name, an IPv4 address or an IPv6 address in brackets. */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
const DOT_SEGMENT = /^\.\.?(?:;|$)/;

/**
 * The reason why two HTTP parsers could read a request differently: its end, its host or its path (RFC 9112, sections
 * 3, 6 and 11.2). Such a request is rejected and its connection closed. Requests that the parser of Node.js already rejects
 * (two lengths, folded lines, bare CR or LF, invalid chunks) are not passed to this function.
 * @returns the reason as a sentence; null for a request that all parsers read equally
 */
export function findAmbiguity(request: IncomingMessage): string | null {
  const { method = '', httpVersion, rawHeaders } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The HTTP version is not supported.';
  if (!METHODS_OF_HTTP.has(method)) return 'The method is not one of HTTP.';
  let hosts = 0;
  let codings = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1;
      if (!HOST.test(rawHeaders[i + 1] ?? '')) return 'The Host header is not valid.';
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      codings += 1;
      if (rawHeaders[i + 1]?.toLowerCase() !== 'chunked') {
        return 'The only supported Transfer-Encoding is chunked.';
      }
    }
  }
  if (hosts > 1) return 'The request has more than one Host header.';
  if (codings > 1) return 'The request has more than one Transfer-Encoding header.';
  if (codings === 1 && httpVersion === '1.0') return 'HTTP/1.0 has no Transfer-Encoding.';
  if (codings === 1 && WITHOUT_CHUNKS.has(method)) {
    return `A ${method} request cannot have a chunked body.`;
  }
  return findAmbiguousTarget(request.url ?? '');
}

/**
 * The reason why two programs could resolve a request target to different resources: it is not an absolute path, or
 * it contains a backslash, a fragment or dot segments, which may be percent-encoded.
 */
export function findAmbiguousTarget(target: string): string | null {
  if (!target.startsWith('/')) return 'The request target must be an absolute path.';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (target.includes('#')) return 'The request target must not have a fragment.';
  if (path.includes('\\')) return 'The path must not contain a backslash.';
  if (!path.includes('.') && !path.includes('%')) return null;
  const decoded = path.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded.split(/[/\\]/).some((segment) => DOT_SEGMENT.test(segment))
    ? 'The path must not contain dot segments.'
    : null;
}
