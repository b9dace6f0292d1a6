import { isIP } from 'node:net';

export interface Address {
  readonly family: 4 | 6;
  readonly text: string;
}

/** Reads an address, IPv4 wrapped in IPv6 as the IPv4 it is; null for anything else, scoped ones too. */
export function readAddress(text: string): Address | null {
  const bare = text.replace(/^::ffff:(?=\d+\.)/i, '');
  switch (isIP(bare)) {
    case 4:
      return { family: 4, text: bare };
    case 6:
      // A zone (`fe80::1%eth0`) names an interface of one machine, not a place.
      return bare.includes('%') ? null : { family: 6, text: bare };
    default:
      return null;
  }
}
