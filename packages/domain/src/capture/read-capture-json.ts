import { parsePieces } from './json-pieces';
import { isObject } from '../json/json-object';
import { deeperThan, MAX_JSON_DEPTH, parseJson } from './parse-json';
import { mayNeedRepair } from './text-repair';

/** The JSON of a capture request: its value, and the text of each event. */
export interface CaptureJson {
  /** The parsed value; every store accepts its texts. */
  readonly value: unknown;
  /** Length of the whole text in bytes. */
  readonly bytes: number;
  /** The JSON text of an event in UTF-8; it may contain characters that need repair. */
  eventText(index: number): Uint8Array;
}

/**
 * Parses a request and keeps the text of each event, so that events are stored as they were sent.
 * @param bytes valid UTF-8
 * @throws CaptureError 400 for a syntax error or nesting beyond `MAX_JSON_DEPTH`
 */
export function readCaptureJson(bytes: Buffer): CaptureJson {
  return readPieces(bytes) ?? readWhole(bytes);
}

function readPieces(bytes: Buffer): CaptureJson | undefined {
  // A text that needs repair is read by `readWhole`.
  if (bytes.includes('\\u') && mayNeedRepair(bytes.toString('utf8'))) return undefined;
  const pieces = parsePieces(bytes);
  if (pieces === undefined) return undefined;
  const mayBeFloat = bytes.includes('.0');
  if (pieces.events.some((event) => hasChangedId(event, mayBeFloat))) return undefined;
  const { value, texts } = pieces;
  if (deeperThan(value, MAX_JSON_DEPTH)) return undefined;
  return {
    value,
    bytes: bytes.length,
    eventText: (index) => texts[index] ?? bytes.subarray(0, 0),
  };
}

/**
 * Whether an id is a number that may have changed when it was parsed; see `quoteNumericIds`.
 * @param mayBeFloat whether a number such as `23.0` may occur
 */
function hasChangedId(event: unknown, mayBeFloat: boolean): boolean {
  if (!isObject(event)) return false;
  const { properties } = event;
  const ids = [
    event['distinct_id'],
    event['$distinct_id'],
    isObject(properties) ? properties['distinct_id'] : undefined,
  ];
  return ids.some((id) => typeof id === 'number' && (mayBeFloat || !Number.isSafeInteger(id)));
}

function readWhole(bytes: Buffer): CaptureJson {
  const value = parseJson(bytes.toString('utf8'));
  const batch = Array.isArray(value) ? value : isObject(value) ? value['batch'] : undefined;
  return {
    value,
    bytes: bytes.length,
    eventText: (index) =>
      Array.isArray(batch) ? Buffer.from(JSON.stringify(batch[index])) : bytes,
  };
}
