import type { EventToStore } from '../capture/accept-each';
import { aiSpanEvent } from './ai-span-event';
import { logEvent } from './log-event';
import { metricEvent } from './metric-event';
import { readPoints } from './read-metrics';
import { readLogRecords, readSpans } from './read-otlp';
import type { OtlpSpan } from './read-otlp';
import { spanEvent } from './span-event';

/** What a path takes: spans of AI only, all spans, log records, or data points of metrics. */
export type OtlpIntake = 'ai' | 'traces' | 'logs' | 'metrics';

export interface OtlpEvents {
  /** Made when they are asked for: attributes of a resource are in each of its events. */
  readonly events: Iterable<EventToStore>;
  /** Spans, log records or data points of the request, those included that become no event. */
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
