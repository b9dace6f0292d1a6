/** Identifiers longer than this many Unicode scalar values are cut before hashing. */
export const MAX_IDENTIFIER_SCALARS = 200;

/**
 * Cuts an identifier to its first 200 Unicode scalar values (neither bytes nor UTF-16 units, so a
 * character outside the basic plane is never split).
 */
export function cutIdentifier(identifier: string): string {
  // A scalar value takes at most two UTF-16 units, so a text of at most 200 units needs no cut.
  if (identifier.length <= MAX_IDENTIFIER_SCALARS) return identifier;
  let end = 0;
  for (let scalars = 0; scalars < MAX_IDENTIFIER_SCALARS && end < identifier.length; scalars += 1) {
    end += (identifier.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return identifier.slice(0, end);
}
