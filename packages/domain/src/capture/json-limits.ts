import { oversized } from './capture-error';

/** The limits of one JSON text. */
export interface JsonLimits {
  /** Values of every type, at any depth. */
  readonly maxValues: number;
  /** The events of a request: elements of an array that is the root, or a member of the root object. */
  readonly maxEvents: number;
}

/** The number of values and events in a JSON text. Counting stops at one more than the first limit that is exceeded. */
export interface JsonSize {
  /** An empty object or array counts as two. */
  readonly values: number;
  readonly events: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The bytes that matter to the count; all others are skipped. */
const STRUCTURAL = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE]) {
  STRUCTURAL[byte] = 1;
}

/**
 * Counts the structural characters of a JSON text outside its strings, in one pass that creates no value:
 * the cost of parsing depends on the number of values. Exact for valid JSON without empty containers,
 * never too low for valid JSON. Invalid JSON is counted at least as far as a parser reads it.
 *
 * @param bytes UTF-8.
 */
export function jsonSize(bytes: Uint8Array, { maxValues, maxEvents }: JsonLimits): JsonSize {
  const { length } = bytes;
  let depth = 0;
  let values = 1;
  let events = 0;
  /** The depth inside the array whose elements are counted; -1 outside of it. */
  let eventsDepth = -1;
  let elements = 0;
  let rootIsObject = false;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (STRUCTURAL[byte] === 0) continue;
    if (byte === QUOTE) {
      at = stringEnd(bytes, at + 1);
    } else if (byte === COMMA) {
      values += 1;
      if (depth === eventsDepth) {
        elements += 1;
        if (elements > events) events = elements;
      }
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      values += 1;
      if (depth === 1) rootIsObject = byte === OPEN_BRACE;
      if (byte === OPEN_BRACKET && (depth === 1 || (depth === 2 && rootIsObject))) {
        eventsDepth = depth;
        elements = 1;
        if (events === 0) events = 1;
      }
    } else {
      if (depth === eventsDepth) eventsDepth = -1;
      depth -= 1;
    }
    if (values > maxValues || events > maxEvents) break;
  }
  return { values, events };
}

/** The index of the closing quote of the string that starts at `from`; the length if there is none. */
function stringEnd(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return length;
}

/**
 * Rejects a JSON text with too many values or events before it is parsed. A text that is too short to exceed the
 * limits is not scanned: a value takes at least one byte and one separator.
 * @param bytes UTF-8
 * @throws CaptureError 413
 */
export function requireJsonWithin(bytes: Uint8Array, limits: JsonLimits): void {
  if (bytes.length / 2 + 1 <= Math.min(limits.maxValues, limits.maxEvents)) return;
  const { values, events } = jsonSize(bytes, limits);
  if (events > limits.maxEvents) throw oversized(`a body may hold ${limits.maxEvents} events`);
  if (values > limits.maxValues) throw oversized(`a body may hold ${limits.maxValues} JSON values`);
}
