import { CaptureError, unparsable } from './capture-error';
import { bodySentAt } from './event-time';
import { checkProjectToken } from './project-token';
import { readEvent } from './read-event';
import type { RequestEvent } from './read-event';
import { isObject, textOf } from '../json/json-object';
import type { JsonObject } from '../json/json-object';

/** One request, its shape resolved and its events typed but not yet judged. */
export interface CapturePayload {
  /** The name of events that were sent without one. */
  readonly unnamedEvent: string | undefined;
  readonly events: readonly RequestEvent[];
  /** Token of the batch object; it wins over the events' own. */
  readonly batchToken: string | undefined;
  /** ms since the epoch; only batch objects carry it. */
  readonly sentAt: number | null;
  readonly historicalMigration: boolean;
}

/** Sent by very old SDKs; accepted and dropped. */
const DROPPED_EVENT = '$performance_event';

/**
 * Reads the shapes of `docs/wire/capture.md#v0-shapes`: an array of events, a batch object, one event.
 *
 * @param body parsed JSON.
 * @param unnamedEvent the name of an event sent without one (`/engage`), or undefined: reject it.
 * @returns no events when all were of a kind that is dropped: the request is then a success.
 * @throws CaptureError 400; one bad event rejects the request.
 */
export function readPayload(body: unknown, unnamedEvent: string | undefined): CapturePayload {
  if (Array.isArray(body)) return payload(body, unnamedEvent, {});
  if (!isObject(body)) throw unparsable('expected an object or an array');
  if (body['batch'] === undefined) return payload([body], unnamedEvent, {});
  if (!Array.isArray(body['batch'])) throw unparsable('batch must be an array');
  return payload(body['batch'], unnamedEvent, body);
}

function payload(
  events: readonly unknown[],
  unnamedEvent: string | undefined,
  batch: JsonObject,
): CapturePayload {
  if (events.length === 0) throw new CaptureError(400, 'request holds no event');
  return {
    unnamedEvent,
    events: events
      .map((event, index) => readEvent(event, unnamedEvent, index))
      .filter(({ event }) => event !== DROPPED_EVENT),
    batchToken: textOf(batch['api_key']) ?? textOf(batch['token']),
    sentAt: bodySentAt(batch['sent_at']),
    historicalMigration: batch['historical_migration'] === true,
  };
}

/**
 * The one project token of a request.
 *
 * @throws CaptureError 401: none, several, or one of impossible shape.
 */
export function payloadToken({ batchToken, events }: CapturePayload): string {
  if (batchToken !== undefined) return checkProjectToken(batchToken);
  let found: string | undefined;
  for (const { token } of events) {
    if (token === undefined) continue;
    if (found !== undefined && token.trim() !== found.trim()) {
      throw new CaptureError(401, 'batch submitted with inconsistent api_key values');
    }
    found = token;
  }
  if (found === undefined) throw new CaptureError(401, 'event submitted without an api_key');
  return checkProjectToken(found);
}
