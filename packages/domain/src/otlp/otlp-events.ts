import type { EventToStore } from '../capture/accept-each';
import { aiSpanEvent } from './ai-span-event';
import { logEvent } from './log-event';
import { metricEvent } from './metric-event';
import { readPoints } from './read-metrics';
import { readLogRecords, readSpans } from './read-otlp';
import type { OtlpSpan } from './read-otlp';
import { spanEvent } from './span-event';

/** The data that an endpoint accepts: only spans about AI, all spans, log records, or data points of metrics. */
export type OtlpIntake = 'ai' | 'traces' | 'logs' | 'metrics';

export interface OtlpEvents {
  /** Generated one by one, because the attributes of a resource are copied into each of its events. */
  readonly events: Iterable<EventToStore>;
  /** The number of spans, log records or data points in the request, including those that become no event. */
  readonly sent: number;
}

/**
 * The events of an OTLP request (`docs/wire/otel.md`). A span about AI at the endpoint for all spans becomes two
 * events: a span event and an AI event.
 * @param request decoded from protobuf or JSON
 * @param body identifies the request: a repeated request must get the same value
 * @param now the server's time, ms since the epoch
 * @throws CaptureError 400 if it is not such a request
 */
export function otlpEvents(
  intake: OtlpIntake,
  request: unknown,
  body: string,
  now: number,
): OtlpEvents {
  if (intake === 'logs') {
    const { count, items } = readLogRecords(request);
    return { events: eachAs(logEvent, items, body, now), sent: count };
  }
  if (intake === 'metrics') {
    const { count, items } = readPoints(request);
    return { events: eachAs(metricEvent, items, body, now), sent: count };
  }
  const { count, items } = readSpans(request);
  return { events: spanEvents(items, intake, body), sent: count };
}

function* eachAs<T>(
  toEvent: (item: T, unnamed: string, now: string) => EventToStore,
  items: Iterable<T>,
  body: string,
  now: number,
): Generator<EventToStore> {
  const arrived = new Date(now).toISOString();
  let index = 0;
  for (const item of items) {
    yield toEvent(item, `${body}:${index}`, arrived);
    index += 1;
  }
}

function* spanEvents(
  spans: Iterable<OtlpSpan>,
  intake: OtlpIntake,
  body: string,
): Generator<EventToStore> {
  let index = 0;
  for (const span of spans) {
    const name = `${body}:${index}`;
    index += 1;
    if (intake === 'traces') yield spanEvent(span, name);
    const ai = aiSpanEvent(span, name);
    if (ai !== null) yield ai;
  }
}
