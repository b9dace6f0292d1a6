/** A test for addresses in a range (`10.0.0.0/8`, `2001:db8::/32`) or for one address; null for an invalid text. */
export function addressRange(text: string): ((address: string) => boolean) | null {
  const [base = '', length, ...more] = text.split('/');
  const address = bitsOf(base.trim());
  if (address === null || more.length > 0) return null;
  if (length !== undefined && !/^[0-9]{1,3}$/.test(length)) return null;
  const prefix = length === undefined ? address.length : Number(length);
  if (prefix > address.length) return null;
  const wanted = address.slice(0, prefix);
  return (other) => {
    const bits = bitsOf(other.trim());
    return bits !== null && bits.length === address.length && bits.startsWith(wanted);
  };
}

/** The bits of an address as a text of 0 and 1; an IPv4 address mapped to IPv6 counts as IPv4. */
function bitsOf(address: string): string | null {
  const v4 = /^(?:::ffff:)?((?:[0-9]{1,3}\.){3}[0-9]{1,3})$/i.exec(address)?.[1];
  if (v4 !== undefined) {
    const parts = v4.split('.').map(Number);
    return parts.some((part) => part > 255) ? null : bits(parts, 8);
  }
  return address.includes(':') ? v6Bits(address) : null;
}

function v6Bits(address: string): string | null {
  const halves = address.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return bits(
    groups.map((group) => parseInt(group, 16)),
    16,
  );
}

function bits(parts: readonly number[], size: number): string {
  return parts.map((part) => part.toString(2).padStart(size, '0')).join('');
}
