import type { AcceptedBatch, AcceptedEventText } from '@tidemark/contracts';
import { eventPartitionKey } from '@tidemark/contracts';
import type { JsonObject } from '../json/json-object';
import { CaptureError, oversized } from './capture-error';
import { judgeEvent, rejectOversized } from './judge-event';
import { deeperThan, MAX_JSON_DEPTH } from './parse-json';
import { readEvent } from './read-event';

/** An event from another format (such as OTLP or an import), in the form that `/batch/` accepts. */
export interface EventToStore {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601; undefined means now. */
  readonly timestamp: string | undefined;
  readonly properties: JsonObject;
}

/** The data that all events share. */
export interface EachContext {
  readonly teamId: number;
  /** The server's time, ms since the epoch. */
  readonly now: number;
  /** Client address; null if unknown. */
  readonly ip: string | null;
  /** When the client sent the request, by the client's clock; ms since the epoch. */
  readonly sentAt?: number | null | undefined;
  /** Only for imported events, see `LoggedEvent`. */
  readonly imported?: 'event' | 'identity' | undefined;
  /** W3C `traceparent` of the request, if the request is traced. */
  readonly trace?: string | undefined;
}

export interface AcceptedEach {
  readonly batch: AcceptedBatch;
  /** The reason for each event that was rejected. */
  readonly rejected: readonly string[];
}

/**
 * The limit of the JSON text of all events of a request, in UTF-16 units: a few bytes of OTLP can become many events.
 */
export interface EachLimits {
  readonly maxExpanded: number;
}

const UNLIMITED: EachLimits = { maxExpanded: Infinity };

/** A JSON text of at most this many UTF-16 units has fewer bytes than the limit, whatever its characters are. */
const SURELY_SMALL = 300_000;

/**
 * Judges events by the same rules as capture, but each by itself: an invalid event does not reject the others. The
 * iterable is consumed event by event, so that a generator is stopped at the limit.
 * @throws CaptureError 413 if the events are too large together
 */
export function acceptEach(
  events: Iterable<EventToStore>,
  context: EachContext,
  { maxExpanded }: EachLimits = UNLIMITED,
): AcceptedEach {
  const rejected: string[] = [];
  const accepted: AcceptedEventText[] = [];
  let expanded = 0;
  for (const event of events) {
    try {
      requireStorable(event);
      const text = JSON.stringify(event);
      expanded += text.length;
      if (expanded > maxExpanded) break;
      accepted.push(acceptOne(event, text, accepted.length, context.ip));
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      rejected.push(error.message);
    }
  }
  if (expanded > maxExpanded) {
    throw oversized(`the events of a body may have ${maxExpanded} characters as JSON`);
  }
  const head = JSON.stringify({
    v: 2,
    team_id: context.teamId,
    captured_at: context.now,
    sent_at: context.sentAt ?? null,
    ip: context.ip,
    historical_migration: context.imported !== undefined,
    imported: context.imported,
    trace: context.trace,
  });
  const { teamId } = context;
  return { batch: { teamId, head: `${head.slice(0, -1)},`, events: accepted }, rejected };
}

function requireStorable({ properties }: EventToStore): void {
  if (deeperThan(properties, MAX_JSON_DEPTH - 1)) {
    throw new CaptureError(400, `the properties are nested deeper than ${MAX_JSON_DEPTH}`);
  }
}

function acceptOne(
  sent: EventToStore,
  text: string,
  place: number,
  ip: string | null,
): AcceptedEventText {
  const distinctId = judgeEvent(readEvent(sent, undefined, place));
  if (text.length > SURELY_SMALL) rejectOversized(sent.properties);
  return {
    partitionKey: eventPartitionKey({ distinctId, properties: sent.properties, ip }),
    lead: `${place === 0 ? '' : `"place":${place},`}"sent":`,
    sent: Buffer.from(text),
  };
}
