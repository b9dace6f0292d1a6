import type { EventToStore } from '../capture/accept-each';
import { aiSpanEvent } from './ai-span-event';
import { logEvent } from './log-event';
import { readLogRecords, readSpans } from './read-otlp';
import { spanEvent } from './span-event';

/** What a path takes: spans of AI only, all spans, or log records. */
export type OtlpIntake = 'ai' | 'traces' | 'logs';

export interface OtlpEvents {
  readonly events: readonly EventToStore[];
  /** Spans or log records of the request, those included that become no event. */
  readonly sent: number;
}

/**
 * The events that an OTLP request becomes (`docs/wire/otel.md`). An AI span among all spans becomes two: one of the trace,
 * and one of AI observability.
 *
 * @param request decoded from protobuf or JSON
 * @param body names the request: one that is sent again must get the same name
 * @param now the server's clock, ms since the epoch
 * @throws CaptureError 400 when it is no such request
 */
export function otlpEvents(
  intake: OtlpIntake,
  request: unknown,
  body: string,
  now: number,
): OtlpEvents {
  if (intake === 'logs') {
    const arrived = new Date(now).toISOString();
    const records = readLogRecords(request);
    const events = records.map((record, index) => logEvent(record, `${body}:${index}`, arrived));
    return { events, sent: records.length };
  }
  const spans = readSpans(request);
  const events = spans.flatMap((span, index) => {
    const name = `${body}:${index}`;
    const ai = aiSpanEvent(span, name);
    const own = intake === 'traces' ? [spanEvent(span, name)] : [];
    return ai === null ? own : [...own, ai];
  });
  return { events, sent: spans.length };
}
