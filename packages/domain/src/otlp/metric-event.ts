import { createHash } from 'node:crypto';
import type { EventToStore } from '../capture/accept-each';
import { givenDistinctId, otlpUuid, serviceDistinctId, serviceName } from './otlp-identity';
import { isoOf } from './otlp-times';
import type { OtlpPoint } from './read-metrics';
import { OTEL_LIB, scopeText } from './span-event';

/** The event that stands for a data point of a metric; HogQL shows such events as `metrics`. */
const METRIC_EVENT = '$metric';

/** The flag of a data point without a recorded value. */
const NO_RECORDED_VALUE = 1;

/**
 * A data point of a metric as an event (`docs/wire/otel.md#metrics`).
 *
 * @param unnamed identifies the point; it must be the same when the point is sent again
 * @param now the time of arrival, ISO 8601
 */
export function metricEvent(point: OtlpPoint, unnamed: string, now: string): EventToStore {
  const { source } = point;
  const isRecorded = (point.flags & NO_RECORDED_VALUE) === 0;
  return {
    uuid: otlpUuid(METRIC_EVENT, unnamed),
    event: METRIC_EVENT,
    distinct_id: givenDistinctId(point.attributes, source) ?? serviceDistinctId(source),
    timestamp: isoOf(point.time),
    properties: {
      $lib: OTEL_LIB,
      $process_person_profile: false,
      metric_name: point.name,
      metric_type: point.type,
      value: isRecorded ? point.value : null,
      count: isRecorded ? point.count : 0,
      histogram_bounds: point.buckets.bounds,
      histogram_counts: point.buckets.counts,
      unit: point.unit,
      aggregation_temporality: point.temporality,
      is_monotonic: point.isMonotonic,
      series_fingerprint: fingerprintOf(point),
      start_time: isoOf(point.start),
      observed_timestamp: now,
      trace_id: point.traceId,
      span_id: point.spanId,
      service_name: serviceName(source),
      instrumentation_scope: scopeText(source),
      attributes: point.attributes,
      resource_attributes: source.resource,
    },
  };
}

/** Identifies the series of a point by its metric, resource and attributes. 53 bits, because JSON keeps no more. */
function fingerprintOf({ name, type, source, attributes }: OtlpPoint): number {
  const parts = [name, type, sorted(source.resource), sorted(attributes)];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return Number(digest.readBigUInt64BE() >> 11n);
}

function sorted(attributes: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1));
}
