import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that a provider gives a customer as one. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** The client that requests of an address count for: an IPv4 address, or an IPv6 network of 64 bits. */
export function addressKey(address: string | null): string {
  if (address === null) return 'unknown';
  return isIPv6(address) ? `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64` : address;
}

/** All groups, without leading zeros; an IPv4 address at the end counts for the last two, whatever they are. */
function groupsOf(address: string): readonly string[] {
  const bare = address.replace(/%.*/, '').replace(/(?<=:)\d+\.\d+\.\d+\.\d+$/, '0:0');
  const [head = '', tail] = bare.split('::');
  const left = split(head);
  const right = split(tail ?? '');
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0');
  return [...left, ...(tail === undefined ? [] : zeros), ...right];
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16).toString(16));
}
