import { closingQuote } from '@tidemark/domain';

/** A whole number that has at least as many digits as the first one that a double cannot hold. */
const LONG_INTEGER = /(?<![\w.+-])-?\d{16,20}(?![\w.+-])/g;
const MIN_SIGNED = -(2n ** 63n);
const MAX_UNSIGNED = 2n ** 64n - 1n;

/**
 * Parses JSON and reads whole numbers of up to 64 bits that a double would change as texts, so that they keep all
 * digits: they are keys of groups and ids in properties, and flags compare texts. Undefined if no number is such a
 * number, or if the text is not JSON.
 */
export function parseExactIntegers(text: string): unknown {
  if (!/\d{16}/.test(text)) return undefined;
  const quoted = withQuotedIntegers(text);
  if (quoted === text) return undefined;
  try {
    return JSON.parse(quoted);
  } catch {
    // The text is JSON5, in which single quotes and comments could contain the number.
    return undefined;
  }
}

function withQuotedIntegers(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const quote = text.indexOf('"', from);
    const outside = quote === -1 ? text.slice(from) : text.slice(from, quote);
    pieces.push(
      outside.replace(LONG_INTEGER, (digits) => (isInexact(digits) ? `"${digits}"` : digits)),
    );
    const end = quote === -1 ? -1 : closingQuote(text, quote + 1);
    if (end === -1) return pieces.join('') + (quote === -1 ? '' : text.slice(quote));
    from = end + 1;
    pieces.push(text.slice(quote, from));
  }
}

function isInexact(digits: string): boolean {
  // A double that is written with the same digits has lost none.
  if (String(Number(digits)) === digits) return false;
  const value = BigInt(digits);
  return value >= MIN_SIGNED && value <= MAX_UNSIGNED;
}
