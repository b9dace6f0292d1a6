import { CaptureError, unparsable } from './capture-error';
import { isObject, textOf } from '../json/json-object';
import type { JsonObject } from '../json/json-object';
import { canonicalUuid } from './uuid-text';

/** One event of a request, with each field read from its possible names and its type checked. */
export interface RequestEvent {
  /** Its position in the request. */
  readonly index: number;
  readonly event: string;
  readonly token: string | undefined;
  /** As sent; null and undefined both mean that there is no id. */
  readonly distinctId: unknown;
  /** In canonical form; undefined if the client sent none. */
  readonly uuid: string | undefined;
  readonly timestamp: unknown;
  readonly offset: unknown;
  /** Includes the `$set` and `$set_once` of the top level, whose keys have precedence. */
  readonly properties: JsonObject;
}

/**
 * Reads the fields of one event and checks their types (`docs/wire/capture.md#event-fields`). Null always counts as
 * absent.
 * @throws CaptureError 400
 */
export function readEvent(
  sent: unknown,
  unnamedEvent: string | undefined,
  index = 0,
): RequestEvent {
  if (!isObject(sent)) throw unparsable('an event must be an object');
  const properties = objectField(sent, 'properties') ?? {};
  return {
    index,
    event: eventName(sent['event'], unnamedEvent),
    token:
      textOf(sent['token']) ??
      textOf(sent['api_key']) ??
      textOf(sent['$token']) ??
      textOf(properties['token']),
    distinctId: sent['distinct_id'] ?? sent['$distinct_id'] ?? properties['distinct_id'],
    uuid: eventUuid(sent['uuid']),
    timestamp: sent['timestamp'],
    offset: sent['offset'],
    properties: withPersonUpdates(properties, sent),
  };
}

function eventName(value: unknown, unnamedEvent: string | undefined): string {
  if (typeof value === 'string') return value;
  if (value !== null && value !== undefined) throw unparsable('event must be a string');
  if (unnamedEvent !== undefined) return unnamedEvent;
  throw new CaptureError(400, 'failed to hydrate events from request: missing event name');
}

function eventUuid(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const uuid = typeof value === 'string' ? canonicalUuid(value) : undefined;
  if (uuid === undefined) throw unparsable('uuid must be a valid UUID');
  return uuid;
}

function withPersonUpdates(properties: JsonObject, sent: JsonObject): JsonObject {
  const set = objectField(sent, '$set');
  const setOnce = objectField(sent, '$set_once');
  if (set === undefined && setOnce === undefined) return properties;
  return {
    ...properties,
    ...(set !== undefined && { $set: overlay(properties['$set'], set) }),
    ...(setOnce !== undefined && { $set_once: overlay(properties['$set_once'], setOnce) }),
  };
}

function overlay(below: unknown, above: JsonObject): JsonObject {
  return isObject(below) ? { ...below, ...above } : above;
}

function objectField(sent: JsonObject, name: string): JsonObject | undefined {
  const value = sent[name];
  if (value === null || value === undefined) return undefined;
  if (!isObject(value)) throw unparsable(`${name} must be an object`);
  return value;
}
