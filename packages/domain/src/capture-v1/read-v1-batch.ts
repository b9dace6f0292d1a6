import { isObject } from '../json/json-object';
import type { JsonObject } from '../json/json-object';
import { canonicalUuid } from '../capture/uuid-text';
import { CaptureV1Error } from './capture-v1-error';
import { parseRfc3339 } from './rfc3339';

/** A V1 request with valid and distinct uuids, whose events are not judged yet. */
export interface V1Batch {
  readonly historicalMigration: boolean;
  /** Events by canonical uuid, in the order sent; never empty. */
  readonly events: ReadonlyMap<string, JsonObject>;
}

/**
 * Reads the batch object of `docs/wire/capture.md#v1-batch`. An error here rejects the whole request, because it
 * cannot be reported for one event.
 * @param body parsed JSON
 * @throws CaptureV1Error
 */
export function readV1Batch(body: unknown): V1Batch {
  if (!isObject(body)) throw unparsable('expected an object');
  const { batch } = body;
  if (!Array.isArray(batch)) throw unparsable('batch must be an array');
  if (batch.length === 0) throw new CaptureV1Error('empty_batch', 'The batch holds no event.');
  if (parseRfc3339(body['created_at']) === undefined) {
    throw new CaptureV1Error('invalid_batch', 'created_at must be an RFC 3339 time.');
  }
  const events = new Map<string, JsonObject>();
  for (const sent of batch) {
    if (!isObject(sent)) throw unparsable('an event must be an object');
    const uuid = eventUuid(sent['uuid']);
    if (events.has(uuid)) {
      throw new CaptureV1Error('duplicate_event_uuid', `Two events have the uuid ${uuid}.`);
    }
    events.set(uuid, sent);
  }
  return { historicalMigration: body['historical_migration'] === true, events };
}

function eventUuid(sent: unknown): string {
  const text = typeof sent === 'string' ? sent.trim() : sent;
  if (text === undefined || text === null || text === '') {
    throw new CaptureV1Error('missing_event_uuid', 'Every event must have a uuid.');
  }
  const uuid = typeof text === 'string' ? canonicalUuid(text) : undefined;
  if (uuid === undefined) {
    throw new CaptureV1Error('invalid_event_uuid', 'An event has a uuid that is none.');
  }
  return uuid;
}

function unparsable(detail: string): CaptureV1Error {
  return new CaptureV1Error('request_parsing_error', `Failed to parse request body: ${detail}.`);
}
