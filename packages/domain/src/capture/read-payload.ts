import { CaptureError, unparsable } from './capture-error';
import { bodySentAt } from './event-time';
import { checkProjectToken } from './project-token';
import { readEvent } from './read-event';
import type { RequestEvent } from './read-event';
import { isObject, textOf } from '../json/json-object';
import type { JsonObject } from '../json/json-object';

/** One request with its shape recognised and its events typed, but not judged yet. */
export interface CapturePayload {
  /** The name of events that were sent without one. */
  readonly unnamedEvent: string | undefined;
  readonly events: readonly RequestEvent[];
  /** The token of the batch object; it has precedence over the tokens of the events. */
  readonly batchToken: string | undefined;
  /** ms since the epoch; null except for batch objects. */
  readonly sentAt: number | null;
  readonly historicalMigration: boolean;
}

/** Very old SDKs send this event; it is accepted and dropped. */
const DROPPED_EVENT = '$performance_event';

/**
 * Reads the shapes of `docs/wire/capture.md#v0-shapes`: an array of events, a batch object, or one event.
 * @param body parsed JSON
 * @param unnamedEvent the name of events sent without one (`/engage`); undefined: reject them
 * @returns no events if all were of a type that is dropped: the request then succeeds
 * @throws CaptureError 400; one invalid event rejects the request
 */
export function readPayload(body: unknown, unnamedEvent: string | undefined): CapturePayload {
  if (Array.isArray(body)) return payload(body, unnamedEvent, {});
  if (!isObject(body)) throw unparsable('expected an object or an array');
  const { batch } = body;
  if (Array.isArray(batch)) return payload(batch, unnamedEvent, body);
  const isEvent = batch === undefined || batch === null || typeof body['event'] === 'string';
  if (!isEvent) throw unparsable('batch must be an array');
  return payload([body], unnamedEvent, {});
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
 * The project token of a request.
 * @throws CaptureError 401 if there is no token, there are different ones, or its form is invalid
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
