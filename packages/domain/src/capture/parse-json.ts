import { unparsable } from './capture-error';
import { mayNeedRepair, repairJson } from './text-repair';

/** Nesting that every later reader of the event can take. */
export const MAX_JSON_DEPTH = 128;

/** An id beyond 2^53 sent as a number would lose its last digits in a double: read it as text. */
const LONG_NUMERIC_ID = /("\$?distinct_id"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses a request's JSON text into values that every store takes.
 *
 * @throws CaptureError 400 for a syntax error or nesting beyond `MAX_JSON_DEPTH`.
 */
export function parseJson(text: string): unknown {
  const value = parseRawJson(text, MAX_JSON_DEPTH);
  return mayNeedRepair(text) ? repairJson(value) : value;
}

/**
 * Parses a request's JSON text; what no store takes (NUL, stray surrogates) is left in it.
 *
 * @throws CaptureError 400 for a syntax error or nesting beyond `maxDepth`.
 */
export function parseRawJson(text: string, maxDepth: number): unknown {
  if (jsonDeeperThan(text, maxDepth)) throw unparsable(`nested deeper than ${maxDepth}`);
  try {
    return JSON.parse(quoteLongIds(text));
  } catch {
    // The parser's own message quotes the input; user data stays out of responses and logs.
    throw unparsable('invalid JSON');
  }
}

/** The JSON text with long numeric ids made texts. */
export function quoteLongIds(text: string): string {
  return text.replace(LONG_NUMERIC_ID, '$1"$2"');
}

/** Are objects and arrays of a parsed value nested deeper than `limit`? */
export function deeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((child) => deeperThan(child, limit - 1));
  for (const key in value) {
    const child: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof child === 'object' && deeperThan(child, limit - 1)) return true;
  }
  return false;
}

/** Is any bracket of the JSON text nested deeper than `limit`? */
export function jsonDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = closingQuote(text, i + 1);
      if (i === -1) return false;
    }
    // [ and { differ by one bit, so do ] and }.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return false;
}

/** Where the text that starts at `from` ends; -1 when it does not. Long texts are skipped, not read. */
export function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Is there an odd number of backslashes before this place? */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}
