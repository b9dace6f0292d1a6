import type { EventToStore } from '../capture/accept-each';
import { givenDistinctId, otlpUuid, serviceDistinctId, serviceName } from './otlp-identity';
import { durationOf, isoOf } from './otlp-times';
import type { OtlpSpan } from './read-otlp';

/** The name of the event for a span; HogQL shows such events as `spans`. */
const SPAN_EVENT = '$span';

/** The `$lib` of events that were converted from OTLP. */
export const OTEL_LIB = 'posthog-otel';

/**
 * Converts a span to an event (`docs/wire/otel.md#spans`).
 * @param unnamed identifies a span without ids
 */
export function spanEvent(span: OtlpSpan, unnamed: string): EventToStore {
  const { source, traceId, spanId, start, end } = span;
  return {
    uuid: spanUuid(SPAN_EVENT, span, unnamed),
    event: SPAN_EVENT,
    distinct_id: givenDistinctId(span.attributes, source) ?? serviceDistinctId(source),
    timestamp: isoOf(start),
    properties: {
      $lib: OTEL_LIB,
      $process_person_profile: false,
      trace_id: traceId,
      span_id: spanId,
      parent_span_id: span.parentSpanId,
      trace_state: span.traceState,
      name: span.name,
      kind: span.kind,
      service_name: serviceName(source),
      end_time: isoOf(end) ?? isoOf(start),
      duration_nano: Number(durationOf(start, end)),
      status_code: span.statusCode,
      status_message: span.statusMessage,
      instrumentation_scope: scopeText(source),
      attributes: span.attributes,
      resource_attributes: source.resource,
      span_events: span.events.map(({ name, time, attributes }) => ({
        name,
        timestamp: isoOf(time),
        attributes,
      })),
      links: span.links.map((link) => ({
        trace_id: link.traceId,
        span_id: link.spanId,
        attributes: link.attributes,
      })),
    },
  };
}

/** The uuid of a span's event of one type. It is the same however often and in whichever format the span is sent. */
export function spanUuid(
  kind: string,
  { traceId, spanId }: Pick<OtlpSpan, 'traceId' | 'spanId'>,
  unnamed: string,
): string {
  return traceId === '' || spanId === ''
    ? otlpUuid(kind, unnamed)
    : otlpUuid(kind, traceId, spanId);
}

/** `name@version`, empty without a name. */
export function scopeText({ scopeName, scopeVersion }: OtlpSpan['source']): string {
  return scopeName === '' && scopeVersion === '' ? '' : `${scopeName}@${scopeVersion}`;
}
