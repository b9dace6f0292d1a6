import { isIP } from 'node:net';

export interface Address {
  readonly family: 4 | 6;
  readonly text: string;
}

/**
 * Parses an address; an IPv4 address mapped to IPv6 is returned as IPv4. Null for any other text, and for addresses
 * with a zone.
 */
export function readAddress(text: string): Address | null {
  const bare = text.replace(/^::ffff:(?=\d+\.)/i, '');
  switch (isIP(bare)) {
    case 4:
      return { family: 4, text: bare };
    case 6:
      // An address with a zone (`fe80::1%eth0`) belongs to an interface of one machine and has no location.
      return bare.includes('%') ? null : { family: 6, text: bare };
    default:
      return null;
  }
}
