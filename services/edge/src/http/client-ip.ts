import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

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

function forwardedEntry(
  { headers }: IncomingMessage,
  trustedProxyHops: number | undefined,
): string | undefined {
  if (trustedProxyHops === 0) return undefined;
  // The published example spells the header in its CGI form.
  const header = headers['x-forwarded-for'] ?? headers['http_x_forwarded_for'];
  if (header === undefined || header.length === 0) return undefined;
  const entries = (Array.isArray(header) ? header.join(',') : header).split(',');
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
