import type { AcceptedBatch, AcceptedEventText } from '@tidemark/contracts';
import { eventPartitionKey } from '@tidemark/contracts';
import { judgeEvent, MAX_EVENT_BYTES, rejectOversized } from './judge-event';
import type { CaptureJson } from './read-capture-json';
import type { RequestEvent } from './read-event';
import type { CapturePayload } from './read-payload';

/** The facts about a request that are not in its body. */
export interface CaptureContext {
  readonly teamId: number;
  /** The server's clock, ms since the epoch. */
  readonly now: number;
  /** `sent_at` of the query; the body's wins. */
  readonly querySentAt: number | null;
  /** Client address, or null when unknown. */
  readonly ip: string | null;
  /** Only for what an import brings, see `LoggedEvent`. */
  readonly imported?: 'event' | 'identity' | undefined;
  /** W3C `traceparent` of the request, where it is recorded. */
  readonly trace?: string | undefined;
  /** A fresh UUIDv7 of a time; see `newEventUuid`. */
  readonly newUuid: (now: number) => string;
}

/** JSON that is parsed and written again is less than this much longer: `1e20` has 21 digits. */
const MOST_GROWTH = 6;

/** An event written larger than this is stored without blanks and unused fields. */
const COMPACT_FROM_BYTES = 64 * 1024;

/**
 * Judges every event and accepts all, or none: in v0 one bad event rejects the request. What does not
 * decide the response is left to `readLoggedEvent`.
 *
 * @throws CaptureError 400 | 413
 */
export function acceptEvents(
  json: CaptureJson,
  payload: CapturePayload,
  context: CaptureContext,
): AcceptedBatch {
  const measure = json.bytes * 3 > MAX_EVENT_BYTES;
  return {
    teamId: context.teamId,
    head: headOf(payload, context),
    events: payload.events.map((raw, place): AcceptedEventText => {
      const distinctId = judgeEvent(raw);
      const text = json.eventText(raw.index);
      if (measure && text.length * MOST_GROWTH > MAX_EVENT_BYTES) rejectOversized(raw.properties);
      return {
        partitionKey: eventPartitionKey({
          distinctId,
          properties: raw.properties,
          ip: context.ip,
        }),
        lead: leadOf(raw, place, context),
        sent: text.length < COMPACT_FROM_BYTES ? text : compact(raw),
      };
    }),
  };
}

/** The fields of a `LoggedEvent` that are the same for all events of a request. */
function headOf(payload: CapturePayload, context: CaptureContext): string {
  const fields = {
    v: 2,
    team_id: context.teamId,
    captured_at: context.now,
    sent_at: payload.sentAt ?? context.querySentAt,
    ip: context.ip,
    historical_migration: payload.historicalMigration,
    unnamed: payload.unnamedEvent,
    trace: context.trace,
    imported: context.imported,
  };
  return `${JSON.stringify(fields).slice(0, -1)},`;
}

/** The fields of a `LoggedEvent` that are the event's own, up to what was sent. */
function leadOf(raw: RequestEvent, place: number, context: CaptureContext): string {
  const uuid = raw.uuid === undefined ? `"uuid":"${context.newUuid(context.now)}",` : '';
  return `${uuid}${place === 0 ? '' : `"place":${place},`}"sent":`;
}

function compact(raw: RequestEvent): Uint8Array {
  return Buffer.from(
    JSON.stringify({
      event: raw.event,
      uuid: raw.uuid,
      distinct_id: raw.distinctId,
      timestamp: raw.timestamp,
      offset: raw.offset,
      properties: raw.properties,
    }),
  );
}
