import type { LoggedEventV1 } from '@tidemark/contracts';
import { eventTime } from '../capture/event-time';
import { isObject, textOf } from '../json/json-object';
import type { JsonObject } from '../json/json-object';
import { MAX_EVENT_BYTES } from '../capture/judge-event';
import { eventWarning } from '../warnings/event-warning';
import { isIllegalDistinctId } from './illegal-distinct-id';
import { readOptions } from './read-options';
import { parseRfc3339 } from './rfc3339';

/** Why one event of a V1 batch is dropped (`docs/wire/capture.md#v1-drops`). */
export type V1DropReason =
  | 'dropped_performance_event'
  | 'missing_event_name'
  | 'event_name_too_long'
  | 'missing_distinct_id'
  | 'distinct_id_too_large'
  | 'invalid_event_timestamp'
  | 'malformed_event_properties'
  | 'invalid_options'
  | 'event_too_big'
  | 'exceptions_over_quota'
  | 'survey_responses_over_quota'
  | 'llm_events_over_quota';

export type V1Verdict =
  | { readonly result: 'drop'; readonly details: V1DropReason }
  | { readonly result: 'ok'; readonly entry: LoggedEventV1 }
  | {
      readonly result: 'warning';
      readonly details: 'person_processing_disabled';
      readonly entry: LoggedEventV1;
    };

/** The data that all events of a request share. */
export interface V1BatchContext {
  readonly teamId: number;
  /** The server's time, ms since the epoch. */
  readonly now: number;
  /** When the client sent the request, by the client's clock; ms since the epoch. */
  readonly requestTimestamp: number;
  /** `$lib` and `$lib_version`. */
  readonly library: JsonObject;
  /** Client address; null if unknown. */
  readonly ip: string | null;
  readonly historicalMigration: boolean;
  /** W3C `traceparent` of the request, if the request is traced. */
  readonly trace?: string | undefined;
  /** Whether event sizes must be measured; false if no event of this request can exceed the limit. */
  readonly measure: boolean;
}

const MAX_NAME_BYTES = 200;
const MAX_DISTINCT_ID_BYTES = 200;

/**
 * Judges one event. The result does not depend on the other events of the request.
 * @param place position of the event in its request, from 0
 */
export function judgeV1Event(
  uuid: string,
  sent: JsonObject,
  context: V1BatchContext,
  place = 0,
): V1Verdict {
  const event = textOf(sent['event']) ?? '';
  if (event === '$performance_event') return drop('dropped_performance_event');
  if (event === '') return drop('missing_event_name');
  if (utf8Length(event) > MAX_NAME_BYTES) return drop('event_name_too_long');
  const distinctId = distinctIdOf(sent['distinct_id']);
  if (distinctId === '') return drop('missing_distinct_id');
  if (utf8Length(distinctId) > MAX_DISTINCT_ID_BYTES) return drop('distinct_id_too_large');
  const claimed = parseRfc3339(sent['timestamp']);
  if (claimed === undefined) return drop('invalid_event_timestamp');
  const { properties: given = {} } = sent;
  if (!isObject(given)) return drop('malformed_event_properties');
  const options = readOptions(sent['options']);
  if (options === undefined) return drop('invalid_options');

  const illegal = isIllegalDistinctId(distinctId);
  const properties = {
    ...given,
    ...textProperty('$session_id', sent['session_id']),
    ...textProperty('$window_id', sent['window_id']),
    ...options,
    ...context.library,
    ...(illegal && { $process_person_profile: false }),
  };
  if (context.measure && utf8Length(JSON.stringify(properties)) > MAX_EVENT_BYTES) {
    return drop('event_too_big');
  }
  const time = options['$ignore_sent_at'] === true ? claimed : correctedTime(sent, context);
  const entry: LoggedEventV1 = {
    v: 1,
    team_id: context.teamId,
    uuid,
    event,
    distinct_id: distinctId,
    timestamp: new Date(time).toISOString(),
    captured_at: new Date(context.now).toISOString(),
    sent_at: new Date(context.requestTimestamp).toISOString(),
    ip: context.ip,
    properties,
    historical_migration: context.historicalMigration,
    ...(place > 0 && { place }),
    ...(illegal && { notices: [eventWarning('person_processing_disabled')] }),
    ...(context.trace !== undefined && { trace: context.trace }),
  };
  return illegal
    ? { result: 'warning', details: 'person_processing_disabled', entry }
    : { result: 'ok', entry };
}

function drop(details: V1DropReason): V1Verdict {
  return { result: 'drop', details };
}

/** The trimmed id (v0 does not trim); empty if there is none. The caller rejects a long one, while v0 cuts it. */
function distinctIdOf(sent: unknown): string {
  if (typeof sent === 'number') return String(sent);
  return textOf(sent)?.trim() ?? '';
}

function textProperty(name: string, value: unknown): JsonObject {
  return typeof value === 'string' ? { [name]: value } : {};
}

function correctedTime(sent: JsonObject, { now, requestTimestamp }: V1BatchContext): number {
  return eventTime({
    timestamp: sent['timestamp'],
    offset: undefined,
    sentAt: requestTimestamp,
    ignoreSentAt: false,
    now,
  });
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
