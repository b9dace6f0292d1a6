import type { AcceptedBatch, AcceptedEventText } from '@tidemark/contracts';
import { eventPartitionKey } from '@tidemark/contracts';
import type { JsonObject } from '../json/json-object';
import { CaptureError } from './capture-error';
import { judgeEvent, rejectOversized } from './judge-event';
import { deeperThan, MAX_JSON_DEPTH } from './parse-json';
import { readEvent } from './read-event';

/** An event of an import in the form in which `/batch/` takes it. */
export interface EventToImport {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: JsonObject;
}

/** Up to this length of the JSON text its bytes are within the limit, whatever its characters are. */
const SURELY_SMALL = 300_000;

/**
 * Judges the events of an import as capture judges those of a request, but each by itself: one that cannot be taken
 * does not reject the others.
 *
 * @param imported see `LoggedEvent`
 * @returns the batch for the ingest log, and why the others are not in it
 */
export function acceptImported(
  events: readonly EventToImport[],
  imported: 'event' | 'identity',
  { teamId, now }: { readonly teamId: number; readonly now: number },
): { readonly batch: AcceptedBatch; readonly rejected: readonly string[] } {
  const rejected: string[] = [];
  const accepted: AcceptedEventText[] = [];
  for (const event of events) {
    try {
      accepted.push(acceptOne(event, accepted.length));
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      rejected.push(error.message);
    }
  }
  const head = JSON.stringify({
    v: 2,
    team_id: teamId,
    captured_at: now,
    sent_at: null,
    ip: null,
    historical_migration: true,
    imported,
  });
  return { batch: { teamId, head: `${head.slice(0, -1)},`, events: accepted }, rejected };
}

function acceptOne(sent: EventToImport, place: number): AcceptedEventText {
  if (deeperThan(sent.properties, MAX_JSON_DEPTH - 1)) {
    throw new CaptureError(400, `the properties are nested deeper than ${MAX_JSON_DEPTH}`);
  }
  const distinctId = judgeEvent(readEvent(sent, undefined, place));
  const text = JSON.stringify(sent);
  if (text.length > SURELY_SMALL) rejectOversized(sent.properties);
  return {
    partitionKey: eventPartitionKey({ distinctId, properties: sent.properties, ip: null }),
    lead: `${place === 0 ? '' : `"place":${place},`}"sent":`,
    sent: Buffer.from(text),
  };
}
