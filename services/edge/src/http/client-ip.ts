import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** How the specification spells the header: with underscores. */
const NAMED_ADDRESS = 'http_x_forwarded_for';

/**
 * The client's address. Without `trustedProxyHops` the first entry of X-Forwarded-For is believed;
 * with it, the entry that many places from the right, which is the one our own proxies wrote (0: the
 * peer itself).
 *
 * @returns null when neither the header nor the socket names one.
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
 * The address that a flag request names for its GeoIP properties instead of the caller's
 * (`docs/wire/specification.md#forwarded-address`). It decides nothing else: limits and `$ip` follow `clientIp`.
 *
 * @returns null when the request names none, or none that can be read
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
  // The CGI spelling of the published example; no proxy writes it, so it counts only where any client is believed.
  const named = trustedProxyHops === undefined ? headers[NAMED_ADDRESS] : undefined;
  const header = headers['x-forwarded-for'] ?? named;
  if (header === undefined || header.length === 0) return undefined;
  const entries = entriesOf(header);
  return trustedProxyHops === undefined
    ? entries[0]
    : entries[Math.max(0, entries.length - trustedProxyHops)];
}

/** An address without port, brackets or IPv4-in-IPv6 wrapping; null when it is none. */
function readAddress(text: string): string | null {
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ??
    trimmed;
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address;
}
