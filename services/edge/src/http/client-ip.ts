import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The header's name in the specification, with underscores. */
const NAMED_ADDRESS = 'http_x_forwarded_for';

/**
 * Returns the client's address. Without `trustedProxyHops`, it is the first entry of X-Forwarded-For. With it, it is
 * the entry at that position from the right, which the operator's own proxies wrote (0: the address of the peer).
 *
 * @returns null if neither the header nor the socket has an address.
 */
export function clientIp(
  request: IncomingMessage,
  trustedProxyHops: number | undefined,
): string | null {
  const forwarded = forwardedEntry(request, trustedProxyHops);
  const fromHeader = forwarded === undefined ? null : readAddress(forwarded);
  return fromHeader ?? readAddress(request.socket.remoteAddress ?? '');
}

/**
 * Returns the address that a flag request gives for its GeoIP properties, in place of the caller's
 * (`docs/wire/specification.md#forwarded-address`). Limits and `$ip` use `clientIp`.
 *
 * @returns null if the request has no such header, or its first entry is not an address
 */
export function namedAddress({ headers }: IncomingMessage): string | null {
  const header = headers[NAMED_ADDRESS];
  return header === undefined ? null : readAddress(entriesOf(header)[0] ?? '');
}

const entriesOf = (header: string | readonly string[]): readonly string[] =>
  (typeof header === 'string' ? header : header.join(',')).split(',');

function forwardedEntry(
  { headers }: IncomingMessage,
  trustedProxyHops: number | undefined,
): string | undefined {
  if (trustedProxyHops === 0) return undefined;
  // No proxy writes the header with underscores, so it is used only where the addresses of clients are trusted.
  const named = trustedProxyHops === undefined ? headers[NAMED_ADDRESS] : undefined;
  const header = headers['x-forwarded-for'] ?? named;
  if (header === undefined || header.length === 0) return undefined;
  const entries = entriesOf(header);
  return trustedProxyHops === undefined
    ? entries[0]
    : entries[Math.max(0, entries.length - trustedProxyHops)];
}

/** Returns an address without port and brackets, an IPv4-mapped one as IPv4; null if the text is not an address. */
function readAddress(text: string): string | null {
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ??
    trimmed;
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address;
}
