import type { EventToStore } from '../capture/accept-each';
import { assignAll, copyWithout, putKey } from '../json/copy-object';
import { aiErrorOf } from './ai-error';
import { mapAiAttributes } from './ai-properties-of-span';
import { aiSpanKind } from './ai-span-kind';
import { aiSessionId, derivedDistinctId, givenDistinctId } from './otlp-identity';
import { durationOf, isoOf } from './otlp-times';
import type { OtlpSpan } from './read-otlp';
import { OTEL_LIB, spanUuid } from './span-event';

/** Prefixes of resource attributes that SDKs add by themselves; they describe the machine, not the call. */
const NOISE = ['host.', 'process.', 'os.', 'telemetry.'];

const NANOS_PER_SECOND = 1e9;

/**
 * An AI event made from a span of a model call, or of an operation around such calls (`docs/wire/otel.md#ai-spans`).
 * @param unnamed identifies a span without ids
 * @returns null for a span that is not about AI
 */
export function aiSpanEvent(span: OtlpSpan, unnamed: string): EventToStore | null {
  const kind = aiSpanKind(span.attributes);
  if (kind === null) return null;
  const sessionId = aiSessionId(span.attributes, span.source);
  const given = givenDistinctId(span.attributes, span.source);
  return {
    uuid: spanUuid(AI, span, unnamed),
    event: kind === '$ai_span' && span.parentSpanId === '' ? '$ai_trace' : kind,
    distinct_id: given ?? derivedDistinctId(sessionId, span.traceId || unnamed),
    timestamp: isoOf(span.start),
    properties: {
      ...propertiesOf(span, sessionId),
      ...(given === undefined && { $process_person_profile: false }),
    },
  };
}

const AI = '$ai';

function propertiesOf(span: OtlpSpan, sessionId: string | undefined): Record<string, unknown> {
  const { source } = span;
  const noise = Object.keys(source.resource).filter((name) =>
    NOISE.some((prefix) => name.startsWith(prefix)),
  );
  const bag = copyWithout(source.resource, new Set(noise));
  assignAll(bag, span.attributes);
  const geoip = bag['$geoip_disable'] ?? bag['posthog.geoip_disable'] ?? true;
  Reflect.deleteProperty(bag, 'posthog.geoip_disable');
  if (span.name !== '') putKey(bag, '$ai_span_name', span.name);
  mapAiAttributes(bag);
  const latency = Number(durationOf(span.start, span.end)) / NANOS_PER_SECOND;
  return {
    $lib: OTEL_LIB,
    ...(source.scopeVersion !== '' && { $lib_version: source.scopeVersion }),
    ...bag,
    $geoip_disable: geoip,
    $ai_trace_id: span.traceId,
    $ai_span_id: span.spanId,
    ...(span.parentSpanId !== '' && { $ai_parent_id: span.parentSpanId }),
    ...(sessionId !== undefined && { $ai_session_id: sessionId }),
    $ai_ingestion_source: 'otel',
    ...(latency > 0 && { $ai_latency: latency }),
    ...aiErrorOf(span),
  };
}
