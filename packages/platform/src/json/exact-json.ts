import { areThereWideIntegers, MARK, WideInteger } from './wide-integer';

const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** Like `JSON.stringify`, but writes every {@link WideInteger} as a JSON number with all its digits. */
export function exactJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!areThereWideIntegers() || !text.includes(MARK)) return text;
  return text.replace(MARKED, '$1');
}

/** Matches a string, or digits that are not part of a fraction or an exponent and may be too long for a number. */
const STRING_OR_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

/** Like `JSON.parse`, but returns integers that a number cannot represent exactly as {@link WideInteger}. Slower. */
export function parseExactly(text: string): unknown {
  const marked = text.replace(STRING_OR_INTEGER, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${MARK}${token}"`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK)
      ? new WideInteger(value.slice(MARK.length))
      : value,
  );
}

const LONG_INTEGER = /\d{16}/;

/** Like {@link parseExactly}, but faster for texts without long integers. */
export function parseDocument(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
}

/** Whether a parsed value contains an integer that has lost digits. */
export function hasLostDigits(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasLostDigits);
}

/** The prefix of a stored text that must be parsed exactly; no JSON text begins with it. */
const EXACT = '!';

/** JSON text for a store, which {@link parseStored} reads. */
export function storedJson(value: unknown): string {
  const plain = JSON.stringify(value);
  if (!areThereWideIntegers() || !plain.includes(MARK)) return plain;
  return EXACT + plain.replace(MARKED, '$1');
}

/** Parses a text written by {@link storedJson}. @throws SyntaxError */
export function parseStored(text: string): unknown {
  return text.startsWith(EXACT) ? parseExactly(text.slice(EXACT.length)) : JSON.parse(text);
}
