import type { EventToStore } from '../capture/accept-each';
import { CaptureError, oversized, unparsable } from '../capture/capture-error';
import { bodySentAt } from '../capture/event-time';
import { canonicalUuid } from '../capture/uuid-text';
import { parseJson } from '../capture/parse-json';
import { putKey } from '../json/copy-object';
import { isObject, textOf } from '../json/json-object';
import type { JsonObject } from '../json/json-object';

/** A part of a multipart body. */
export interface BodyPart {
  readonly name: string;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly data: Buffer;
}

/** The event of a request to `/i/v0/ai`. */
export interface AiPartsEvent {
  readonly event: EventToStore;
  /** ms since the epoch; null if the client did not send it. */
  readonly sentAt: number | null;
}

const EVENTS: ReadonlySet<string> = new Set([
  '$ai_generation',
  '$ai_trace',
  '$ai_span',
  '$ai_embedding',
  '$ai_metric',
  '$ai_feedback',
]);
const WITH_MODEL: ReadonlySet<string> = new Set(['$ai_generation', '$ai_embedding']);

const EVENT = 'event';
const PROPERTIES = 'event.properties';
const BLOB = 'event.properties.';

const KIBIBYTE = 1024;
const MAX_EVENT_PART = 32 * KIBIBYTE;
const MAX_PROPERTIES = 960 * KIBIBYTE;
const BLOB_TYPES = ['application/octet-stream', 'application/json', 'text/plain'];
/** The maximum length of all properties, blobs included, so that the event can be stored. */
const MAX_INLINE = 900_000;

/** The property that lists the blobs that were not stored. */
const NOT_STORED = '$ai_blobs_not_stored';

/**
 * Makes an event of the parts of a request (`docs/wire/ai.md#multipart`): the event, its properties, and blobs, each
 * of which is the value of one property. Blobs of text and JSON are stored in the event while there is room for them;
 * the others are only listed in a property.
 * @throws CaptureError 400 | 413
 */
export function readAiParts(parts: readonly BodyPart[]): AiPartsEvent {
  const [first, ...rest] = parts;
  if (first?.name !== EVENT) throw unparsable("the first part must be 'event'");
  if (first.data.length > MAX_EVENT_PART) {
    throw oversized(`the event part may have ${MAX_EVENT_PART} bytes`);
  }
  const sent = objectOf(first);
  const own = rest.filter(({ name }) => name === PROPERTIES);
  const [part, another] = own;
  if (another !== undefined) throw unparsable(`there are two parts '${PROPERTIES}'`);
  if (part !== undefined && sent['properties'] !== undefined) {
    throw unparsable('the event has properties, and there is a part with properties');
  }
  if (first.data.length + (part?.data.length ?? 0) > MAX_PROPERTIES) {
    throw oversized(`the event and its properties may have ${MAX_PROPERTIES} bytes`);
  }
  const given = part === undefined ? (sent['properties'] ?? {}) : objectOf(part);
  if (!isObject(given)) throw unparsable('properties must be an object');
  const blobs = rest.filter(({ name }) => name !== PROPERTIES);
  blobs.forEach(checkBlob);
  if (new Set(blobs.map(({ name }) => name)).size < blobs.length) {
    throw unparsable('two parts have the same name');
  }
  const size = first.data.length + (part?.data.length ?? 0);
  return {
    event: eventOf(sent, withBlobs(given, blobs, MAX_INLINE - size)),
    sentAt: bodySentAt(sent['sent_at']),
  };
}

function eventOf(sent: JsonObject, properties: JsonObject): EventToStore {
  const event = textOf(sent['event']) ?? '';
  if (!EVENTS.has(event)) throw unparsable(`event must be one of ${[...EVENTS].join(', ')}`);
  const distinctId = textOf(sent['distinct_id']) ?? '';
  if (distinctId.trim() === '') {
    throw new CaptureError(400, 'event submitted without a distinct_id', 'missing_distinct_id');
  }
  const uuid = canonicalUuid(textOf(sent['uuid']) ?? '');
  if (uuid === undefined) throw unparsable('uuid must be a valid UUID');
  const model = properties['$ai_model'];
  if (WITH_MODEL.has(event) && (typeof model !== 'string' || model === '')) {
    throw unparsable('properties must have $ai_model, a text');
  }
  return { uuid, event, distinct_id: distinctId, timestamp: textOf(sent['timestamp']), properties };
}

function objectOf({ name, data }: BodyPart): JsonObject {
  const value = parseJson(data.toString('utf8'));
  if (!isObject(value)) throw unparsable(`the part '${name}' must be a JSON object`);
  return value;
}

function checkBlob({ name, contentType, data }: BodyPart): void {
  if (!name.startsWith(BLOB)) {
    throw unparsable(
      "a part must be named 'event', 'event.properties' or 'event.properties.<name>'",
    );
  }
  if (!/^[^.[\]]{1,200}$/.test(name.slice(BLOB.length))) {
    throw unparsable('a blob must be a property of the event itself');
  }
  const type = mediaType(contentType);
  if (type === undefined || !BLOB_TYPES.includes(type)) {
    throw unparsable(`the content type of a blob must be one of ${BLOB_TYPES.join(', ')}`);
  }
  if (data.length === 0) throw unparsable('a blob must not be empty');
}

/** Adds blobs to properties. @param room the maximum total length of the blobs in bytes */
function withBlobs(given: JsonObject, blobs: readonly BodyPart[], room: number): JsonObject {
  const properties: Record<string, unknown> = { ...given };
  const notStored: object[] = [];
  let left = room;
  for (const blob of blobs) {
    const name = blob.name.slice(BLOB.length);
    const value = blob.data.length <= left ? inlineValue(blob) : undefined;
    if (value === undefined) {
      const { contentType, data } = blob;
      notStored.push({ property: name, content_type: contentType, length: data.length });
    } else {
      left -= blob.data.length;
      putKey(properties, name, value);
    }
  }
  if (notStored.length > 0) properties[NOT_STORED] = notStored;
  return properties;
}

/** The value of a blob; undefined if it is binary or encoded. */
function inlineValue({ contentType, contentEncoding, data }: BodyPart): unknown {
  const isEncoded = contentEncoding !== undefined && contentEncoding !== 'identity';
  const type = mediaType(contentType);
  if (isEncoded || type === 'application/octet-stream') return undefined;
  const text = data.toString('utf8');
  return type === 'application/json' ? parseJson(text) : text;
}

function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase();
}
