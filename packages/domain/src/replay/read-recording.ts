import { CaptureError } from '../capture/capture-error';
import { coerceDistinctId } from '../capture/distinct-id';
import { isObject, textOf } from '../json/json-object';
import type { RequestEvent } from '../capture/read-event';
import { repairText } from '../capture/text-repair';

/** The snapshots of one request, with their session and distinct id. */
export interface Recording {
  readonly sessionId: string;
  readonly windowId: string;
  readonly distinctId: string;
  /** `web` or `mobile`. */
  readonly source: string;
  /** The name of the SDK. */
  readonly library: string;
  /** The snapshots as sent. */
  readonly items: readonly unknown[];
}

const SESSION_ID = /^[A-Za-z0-9-]{1,70}$/;
/** Longer than the names of all SDKs. The column is a dictionary, so its values are limited. */
const MAX_NAME_LENGTH = 100;

/**
 * Reads a request to `/s/` (`docs/wire/capture-storage.md#recording-request`). The first event gives the session and
 * distinct id, every event contains snapshots, and all snapshots together become one recording.
 * @param userAgent from which the library is derived if the event does not name it
 * @throws CaptureError 400; one invalid event rejects the request
 */
export function readRecording(
  events: readonly [RequestEvent, ...RequestEvent[]],
  userAgent: string | undefined,
): Recording {
  const [{ properties, distinctId: sentId }] = events;
  const sessionId = properties['$session_id'];
  if (sessionId === undefined) {
    throw new CaptureError(400, 'replay event submitted without session id');
  }
  if (typeof sessionId !== 'string' || !SESSION_ID.test(sessionId)) {
    throw new CaptureError(400, 'replay event has invalid session id');
  }
  const distinctId = coerceDistinctId(sentId);
  if (distinctId === undefined) {
    throw new CaptureError(400, 'event submitted without a distinct_id');
  }
  const cookieless = properties['$cookieless_mode'];
  if (cookieless !== undefined && typeof cookieless !== 'boolean') {
    throw new CaptureError(400, 'event submitted with invalid cookieless mode');
  }
  return {
    sessionId,
    windowId: textOf(properties['$window_id']) ?? sessionId,
    distinctId,
    source: name(properties['$snapshot_source']) ?? 'web',
    library: name(properties['$lib']) ?? libraryOf(userAgent),
    items: events.flatMap(itemsOf),
  };
}

function itemsOf({ properties }: RequestEvent): readonly unknown[] {
  const data = properties['$snapshot_data'];
  if (Array.isArray(data)) return data;
  if (isObject(data)) return [data];
  throw new CaptureError(400, 'replay event submitted without snapshot data');
}

function name(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : repairText(text).slice(0, MAX_NAME_LENGTH);
}

function libraryOf(userAgent: string | undefined): string {
  const product = userAgent?.split('/', 1)[0] ?? '';
  return product.includes('posthog') ? product.slice(0, MAX_NAME_LENGTH) : 'web';
}
