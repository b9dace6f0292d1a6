import { unparsable } from './capture-refusal';
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
 * @throws CaptureRefusal 400 for a syntax error or nesting beyond `MAX_JSON_DEPTH`.
 */
export function parseJson(text: string): unknown {
  if (jsonDeeperThan(text, MAX_JSON_DEPTH))
    throw unparsable(`nested deeper than ${MAX_JSON_DEPTH}`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(LONG_NUMERIC_ID, '$1"$2"'));
  } catch {
    // The parser's own message quotes the input; user data stays out of answers and logs.
    throw unparsable('invalid JSON');
  }
  return mayNeedRepair(text) ? repairJson(value) : value;
}

/** Is any bracket of the JSON text nested deeper than `limit`? */
export function jsonDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    // [ and { differ by one bit, so do ] and }.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return false;
}
