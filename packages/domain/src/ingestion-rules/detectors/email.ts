import type { Detector, Span } from './span';

/** `@`, also as it is encoded in URLs, JSON and HTML. */
const AT = /@|%40|%2540|\\u0040|&#64;/gi;
/** A character of the part before `@`; without the separators of URLs, which end a parameter. */
const LOCAL = /[\p{L}\p{N}._%+'!$*^`{|}~-]/u;
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,10}(?:xn--[0-9a-z-]{2,59}|\p{L}{2,24})/iuy;
/** The file name of an image, such as `logo@2x.png`. */
const DENSITY = /^[1-4]x\.(?:png|jpe?g|webp|gif|svg|avif)$/i;
const MAX_LOCAL = 256;

/** Finds e-mail addresses, also percent-encoded ones. */
export const findEmails: Detector = (text) => {
  if (!text.includes('@') && !text.includes('40') && !text.includes('#64;')) return [];
  const found: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(AT)) {
    if (match.index < from) continue;
    const start = localStart(text, match.index, from);
    if (start === match.index) continue;
    DOMAIN.lastIndex = match.index + match[0].length;
    const domain = DOMAIN.exec(text)?.[0];
    if (domain === undefined || DENSITY.test(domain)) continue;
    from = DOMAIN.lastIndex;
    found.push({ start, end: from });
  }
  return found;
};

function localStart(text: string, at: number, from: number): number {
  let start = at;
  const first = Math.max(from, at - MAX_LOCAL);
  while (start > first) {
    const low = text.charCodeAt(start - 1);
    // A low surrogate: the letter has two UTF-16 units.
    const size = low >= 0xdc00 && low <= 0xdfff && start - 2 >= first ? 2 : 1;
    if (!LOCAL.test(text.slice(start - size, start))) break;
    start -= size;
  }
  return start;
}
