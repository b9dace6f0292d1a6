import { parsePieces } from './json-pieces';
import { isObject } from '../json/json-object';
import { deeperThan, MAX_JSON_DEPTH, parseJson } from './parse-json';
import { mayNeedRepair } from './text-repair';

/** A capture request's JSON: its value, and the text of each of its events. */
export interface CaptureJson {
  /** All texts in it can be stored. */
  readonly value: unknown;
  /** Length of the whole text in bytes. */
  readonly bytes: number;
  /** JSON text in UTF-8 of the event at a place; characters may still need repair. */
  eventText(index: number): Uint8Array;
}

/**
 * Parses a request so that its events can be stored as they were written.
 *
 * @param bytes valid UTF-8.
 * @throws CaptureError 400 for a syntax error or nesting beyond `MAX_JSON_DEPTH`.
 */
export function readCaptureJson(bytes: Buffer): CaptureJson {
  return readPieces(bytes) ?? readWhole(bytes);
}

function readPieces(bytes: Buffer): CaptureJson | undefined {
  // Whatever needs more than parsing goes the long way.
  if (bytes.includes('\\u') && mayNeedRepair(bytes.toString('utf8'))) return undefined;
  const pieces = parsePieces(bytes);
  if (pieces === undefined || pieces.events.some(hasLongId)) return undefined;
  const { value, texts } = pieces;
  if (deeperThan(value, MAX_JSON_DEPTH)) return undefined;
  return {
    value,
    bytes: bytes.length,
    eventText: (index) => texts[index] ?? bytes.subarray(0, 0),
  };
}

/** Is an id a number that lost digits when it was parsed? See `quoteLongIds`. */
function hasLongId(event: unknown): boolean {
  if (!isObject(event)) return false;
  const { properties } = event;
  return (
    isLong(event['distinct_id']) ||
    isLong(event['$distinct_id']) ||
    (isObject(properties) && isLong(properties['distinct_id']))
  );
}

function isLong(value: unknown): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value);
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
