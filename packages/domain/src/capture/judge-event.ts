import { CaptureError, oversized } from './capture-error';
import { coerceDistinctId } from './distinct-id';
import type { JsonObject } from '../json/json-object';
import type { RequestEvent } from './read-event';

/** The maximum length of one event's properties as JSON, in bytes. */
export const MAX_EVENT_BYTES = 1_000_000;

/**
 * Checks the fields without which an event cannot be accepted.
 * @returns its distinct id
 * @throws CaptureError 400
 */
export function judgeEvent(raw: RequestEvent): string {
  if (raw.event === '') {
    throw new CaptureError(400, 'event submitted with an empty event name', 'missing_event_name');
  }
  const distinctId = coerceDistinctId(raw.distinctId);
  if (distinctId === undefined) {
    throw new CaptureError(400, 'event submitted without a distinct_id', 'missing_distinct_id');
  }
  const cookieless = raw.properties['$cookieless_mode'];
  if (cookieless !== undefined && typeof cookieless !== 'boolean') {
    throw new CaptureError(
      400,
      'event submitted with invalid cookieless mode',
      'invalid_cookieless_mode',
    );
  }
  return distinctId;
}

/** @throws CaptureError 413 */
export function rejectOversized(properties: JsonObject): void {
  const bytes = Buffer.byteLength(JSON.stringify(properties));
  if (bytes > MAX_EVENT_BYTES) {
    throw oversized(`an event has ${bytes} bytes, at most ${MAX_EVENT_BYTES} are accepted`);
  }
}
