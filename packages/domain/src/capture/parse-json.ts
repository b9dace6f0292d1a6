import { unparsable } from './capture-error';
import { mayNeedRepair, repairJson } from './text-repair';

/** The maximum nesting, which all later readers of the event can process. */
export const MAX_JSON_DEPTH = 128;

/**
 * A numeric id whose text would change when it is read as a double: beyond 2^53 it would lose its last digits, and
 * `23.0`, which Python sends for a float, would become `23`.
 */
const CHANGING_NUMERIC_ID = /("\$?distinct_id"\s*:\s*)(-?(?:\d{16,}|\d+\.0))(?=\s*[,}])/g;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses a request's JSON text into values that every store accepts.
 * @throws CaptureError 400 for a syntax error or nesting beyond `MAX_JSON_DEPTH`
 */
export function parseJson(text: string): unknown {
  const value = parseRawJson(text, MAX_JSON_DEPTH);
  return mayNeedRepair(text) ? repairJson(value) : value;
}

/**
 * Parses a request's JSON text; characters that a store rejects (NUL, lone surrogates) are kept.
 * @throws CaptureError 400 for a syntax error or nesting beyond `maxDepth`
 */
export function parseRawJson(text: string, maxDepth: number): unknown {
  if (jsonDeeperThan(text, maxDepth)) throw unparsable(`nested deeper than ${maxDepth}`);
  try {
    return JSON.parse(quoteNumericIds(text));
  } catch {
    // The message of the parser contains the input; user data must not get into responses and logs.
    throw unparsable('invalid JSON');
  }
}

/** The JSON text with quotes around the numeric ids that parsing would change. */
export function quoteNumericIds(text: string): string {
  return text.replace(CHANGING_NUMERIC_ID, '$1"$2"');
}

/** Whether objects and arrays of a parsed value are nested deeper than `limit`. */
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

/** Whether a JSON text is nested deeper than `limit`. */
export function jsonDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = closingQuote(text, i + 1);
      if (i === -1) return false;
    }
    // `[` and `{` differ by one bit, and so do `]` and `}`.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return false;
}

/**
 * The index of the closing quote of the string that starts at `from`; -1 if there is none. Uses `indexOf`, so long
 * strings cost little.
 */
export function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether an odd number of backslashes precedes this index. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}
