import type { IngestEntry } from '@tidemark/contracts';
import { CaptureRefusal, oversized } from './capture-refusal';
import { coerceDistinctId } from './distinct-id';
import { eventTime } from './event-time';
import type { RawEvent } from './read-event';
import type { CapturePayload } from './read-payload';

/** What the edge knows of a request beside its body. */
export interface CaptureContext {
  readonly teamId: number;
  /** The server's clock, ms since the epoch. */
  readonly now: number;
  /** `sent_at` of the query; the body's wins. */
  readonly querySentAt: number | null;
  /** Client address, or null when unknown. */
  readonly ip: string | null;
  /** A fresh UUIDv7 of a moment; see `newEventUuid`. */
  readonly newUuid: (now: number) => string;
}

/** Limit of one event's properties as JSON, in bytes. */
export const MAX_EVENT_BYTES = 1_000_000;

/**
 * Judges every event and turns all into log entries, or none: in v0 one bad event refuses the request.
 *
 * @param bodyLength length of the request's JSON text; below the limit of one event nothing is measured.
 * @throws CaptureRefusal 400 | 413
 */
export function toIngestEntries(
  payload: CapturePayload,
  context: CaptureContext,
  bodyLength: number,
): IngestEntry[] {
  const capturedAt = new Date(context.now).toISOString();
  // A UTF-16 unit is at most three bytes of UTF-8; `\uXXXX` in the body only shrinks.
  const measure = bodyLength * 3 > MAX_EVENT_BYTES;
  return payload.events.map((event) => {
    const entry = toIngestEntry(event, payload, context, capturedAt);
    if (measure) refuseOversized(entry);
    return entry;
  });
}

function toIngestEntry(
  raw: RawEvent,
  payload: CapturePayload,
  context: CaptureContext,
  capturedAt: string,
): IngestEntry {
  if (raw.event === '') {
    throw new CaptureRefusal(400, 'event submitted with an empty event name');
  }
  const distinctId = coerceDistinctId(raw.distinctId);
  if (distinctId === undefined) {
    throw new CaptureRefusal(400, 'event submitted without a distinct_id');
  }
  const cookieless = raw.properties['$cookieless_mode'];
  if (cookieless !== undefined && typeof cookieless !== 'boolean') {
    throw new CaptureRefusal(400, 'event submitted with invalid cookieless mode');
  }
  const time = eventTime({
    timestamp: raw.timestamp,
    offset: raw.offset,
    sentAt: payload.sentAt ?? context.querySentAt,
    ignoreSentAt: raw.properties['$ignore_sent_at'] === true,
    now: context.now,
  });
  return {
    v: 1,
    team_id: context.teamId,
    uuid: raw.uuid ?? context.newUuid(context.now),
    event: raw.event,
    distinct_id: distinctId,
    timestamp: new Date(time).toISOString(),
    captured_at: capturedAt,
    ip: Object.hasOwn(raw.properties, 'capture_internal') ? '127.0.0.1' : context.ip,
    properties: raw.properties,
    historical_migration: payload.historicalMigration,
  };
}

function refuseOversized(entry: IngestEntry): void {
  const bytes = utf8Length(JSON.stringify(entry.properties));
  if (bytes > MAX_EVENT_BYTES) {
    throw oversized(`an event has ${bytes} bytes, at most ${MAX_EVENT_BYTES} are accepted`);
  }
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
