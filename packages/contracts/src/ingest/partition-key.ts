import type { LoggedEventV1 } from './logged-event-v1';
import type { LogRecordBody } from './log-record-body';

type Properties = LoggedEventV1['properties'];

/** Whether the SDK stores no id of the visitor, so that the server computes one. */
export function isCookieless(event: { readonly properties: Properties }): boolean {
  return event.properties['$cookieless_mode'] === true;
}

/** The address that identifies a cookieless visitor: `$ip` of the event, else the address of the request. */
export function visitorAddress(event: {
  readonly properties: Properties;
  readonly ip: string | null;
}): string | null {
  const given = event.properties['$ip'];
  return typeof given === 'string' && given !== '' ? given : event.ip;
}

/**
 * The text that, with the project, decides the partition of an event: the distinct id; in cookieless mode, in which
 * all visitors have the same distinct id, the visitor's address (`docs/wire/capture-processing.md#partition-key`).
 * All cookieless events of a visitor have the same key, including those after identification.
 */
export function eventPartitionKey(event: {
  readonly distinctId: string;
  readonly properties: Properties;
  readonly ip: string | null;
}): string {
  return (isCookieless(event) ? visitorAddress(event) : null) ?? event.distinctId;
}

export function partitionKeyOf(entry: LogRecordBody): string {
  if ('kind' in entry) return entry.distinct_id;
  return eventPartitionKey({
    distinctId: entry.distinct_id,
    properties: entry.properties,
    ip: entry.ip,
  });
}
