import { isIPv6 } from 'node:net';

/** The groups of an IPv6 address that identify the network of one customer of a provider. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Returns the key by which requests of an address are limited: the IPv4 address, or the /64 network of IPv6. */
export function addressKey(address: string | null): string {
  if (address === null) return 'unknown';
  return isIPv6(address) ? `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64` : address;
}

/** Returns all eight groups, without leading zeros. An IPv4 address at the end becomes two groups of zero. */
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
