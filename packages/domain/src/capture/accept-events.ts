import type { AcceptedBatch, AcceptedEventText } from '@tidemark/contracts';
import { eventPartitionKey } from '@tidemark/contracts';
import { judgeEvent, MAX_EVENT_BYTES, rejectOversized } from './judge-event';
import type { CaptureJson } from './read-capture-json';
import type { RequestEvent } from './read-event';
import type { CapturePayload } from './read-payload';

/** The data of a request that is not in its body. */
export interface CaptureContext {
  readonly teamId: number;
  /** The server's time, ms since the epoch. */
  readonly now: number;
  /** `sent_at` of the query string; that of the body has precedence. */
  readonly querySentAt: number | null;
  /** Client address; null if unknown. */
  readonly ip: string | null;
  /** Only for imported events, see `LoggedEvent`. */
  readonly imported?: 'event' | 'identity' | undefined;
  /** W3C `traceparent` of the request, if the request is traced. */
  readonly trace?: string | undefined;
}

/** Returns a new UUIDv7 for a time (ms since the epoch); see `newEventUuid`. */
type NewUuid = (now: number) => string;

/** JSON that is parsed and serialised again grows by less than this factor: `1e20` becomes 21 digits. */
const MOST_GROWTH = 6;

/** An event whose JSON text is larger than this is stored without blanks and unused fields. */
const COMPACT_FROM_BYTES = 64 * 1024;

/**
 * Accepts all events of a request or rejects the request: in v0 one invalid event rejects all. Fields that do not
 * affect the response are read later, by `readLoggedEvent`.
 * @throws CaptureError 400 | 413
 */
export function acceptEvents(
  json: CaptureJson,
  payload: CapturePayload,
  context: CaptureContext,
  newUuid: NewUuid,
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
        lead: leadOf(raw, place, () => newUuid(context.now)),
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

/** The start of a `LoggedEvent` with the fields of one event; the JSON text that was sent follows. */
function leadOf(raw: RequestEvent, place: number, newUuid: () => string): string {
  const uuid = raw.uuid === undefined ? `"uuid":"${newUuid()}",` : '';
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
