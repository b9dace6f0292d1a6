import { Char, isHexDigit } from './characters';

/** Backslash escapes shared by strings, quoted identifiers and templates. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['r', '\r'],
  ['n', '\n'],
  ['t', '\t'],
  ['0', '\0'],
  ['a', '\x07'],
  ['v', '\v'],
  ['\\', '\\'],
]);

/**
 * Length of the escape sequence at a backslash, 0 when the language has no such sequence. `own` is the character that
 * this type of literal may escape besides the common ones (its quote, or `{`).
 */
export function escapeLength(source: string, backslash: number, own: string): number {
  const letter = source.charAt(backslash + 1);
  if (letter === '') return 0;
  if (own.includes(letter) || ESCAPES.has(letter.toLowerCase())) return 2;
  if (letter !== 'x' && letter !== 'X') return 0;
  const isHexPair =
    isHexDigit(source.charCodeAt(backslash + 2)) && isHexDigit(source.charCodeAt(backslash + 3));
  return isHexPair ? 4 : 0;
}

/**
 * The value of an already validated literal body `[start, end)`. A doubled quote means one quote. As in PostHog,
 * `\xHH` and upper-case escapes are accepted but keep their backslash.
 */
export function decodeEscapes(
  source: string,
  start: number,
  end: number,
  quote: number,
  own: string,
): string {
  let value = '';
  let copied = start;
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) {
      value += source.slice(copied, at + 1);
      copied = at + 2;
      at++;
    } else if (code === Char.Backslash) {
      const letter = source.charAt(at + 1);
      const decoded = own.includes(letter) ? letter : ESCAPES.get(letter);
      if (decoded !== undefined) {
        value += source.slice(copied, at) + decoded;
        copied = at + 2;
      }
      at++;
    }
  }
  return copied === start ? source.slice(start, end) : value + source.slice(copied, end);
}

/** The inverse for printing: a literal whose value is `text`. Quotes inside are doubled. */
export function encodeEscapes(text: string, quote: string): string {
  let out = quote;
  for (const char of text) out += char === quote ? quote + quote : (PRINTED.get(char) ?? char);
  return out + quote;
}

const PRINTED: ReadonlyMap<string, string> = new Map(
  [...ESCAPES].map(([letter, char]) => [char, `\\${letter}`]),
);
