import type { LoggedEventV1 } from './logged-event-v1';
import type { LogRecordBody } from './log-record-body';

type Properties = LoggedEventV1['properties'];

/** Whether the SDK keeps no id of its visitor, so that the server has to make one. */
export function isCookieless(event: { readonly properties: Properties }): boolean {
  return event.properties['$cookieless_mode'] === true;
}

/** The address that a cookieless visitor is recognised by: what the event says, else where it came from. */
export function visitorAddress(event: {
  readonly properties: Properties;
  readonly ip: string | null;
}): string | null {
  const given = event.properties['$ip'];
  return typeof given === 'string' && given !== '' ? given : event.ip;
}

/**
 * What decides an event's partition, beside its project: the distinct id; in cookieless mode, where
 * many visitors share one, the visitor's address (`docs/wire/capture-processing.md#partition-key`). All of a
 * visitor's events have the same one, also those of the time after they were identified.
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
