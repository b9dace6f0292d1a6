const HYPHENATED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PLAIN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/**
 * The canonical lower-case form of a UUID text, which may also be in the plain, braced or URN form; undefined if the
 * text is not a UUID.
 */
export function canonicalUuid(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (HYPHENATED.test(lower)) return lower;
  const bare = lower.replace(/^urn:uuid:/, '').replace(/^\{(.*)\}$/, '$1');
  if (HYPHENATED.test(bare)) return bare;
  return PLAIN.test(bare) ? bare.replace(PLAIN, '$1-$2-$3-$4-$5') : undefined;
}
