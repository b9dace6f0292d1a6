import { areThereWideIntegers, MARK, WideInteger } from './wide-integer';

const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** As `JSON.stringify`, with every {@link WideInteger} as a JSON number of all its digits. */
export function exactJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!areThereWideIntegers() || !text.includes(MARK)) return text;
  return text.replace(MARKED, '$1');
}

/** A string, or a run of digits that is no part of a fraction or an exponent and may be too long for a number. */
const STRING_OR_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

/** As `JSON.parse`, with integers that a number cannot hold as {@link WideInteger}. Slower. */
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

/** As {@link parseExactly}, for short texts of which few hold long integers. */
export function parseDocument(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
}

/** Whether a parsed value holds an integer that has lost digits. */
export function hasLostDigits(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasLostDigits);
}

/** Before a stored text that must be read exactly; no JSON text starts with it. */
const EXACT = '!';

/** JSON text for a store of ours, which {@link parseStored} reads. */
export function storedJson(value: unknown): string {
  const plain = JSON.stringify(value);
  if (!areThereWideIntegers() || !plain.includes(MARK)) return plain;
  return EXACT + plain.replace(MARKED, '$1');
}

/** Parses a text written by {@link storedJson}. @throws SyntaxError */
export function parseStored(text: string): unknown {
  return text.startsWith(EXACT) ? parseExactly(text.slice(EXACT.length)) : JSON.parse(text);
}
