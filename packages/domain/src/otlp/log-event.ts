import type { EventToStore } from '../capture/accept-each';
import { givenDistinctId, otlpUuid, serviceDistinctId, serviceName } from './otlp-identity';
import { isoOf } from './otlp-times';
import type { OtlpLogRecord } from './read-otlp';
import { OTEL_LIB, scopeText } from './span-event';

/** The name of the event for a log record; HogQL shows such events as `logs`. */
const LOG_EVENT = '$log';

/** The names of severities; each stands for four severity numbers, which start at 1. */
const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const SPELLINGS: Readonly<Record<string, (typeof SEVERITIES)[number]>> = {
  critical: 'fatal',
  crit: 'fatal',
  alert: 'fatal',
  emerg: 'fatal',
  err: 'error',
  warning: 'warn',
  information: 'info',
  informational: 'info',
};

/**
 * Converts a log record to an event (`docs/wire/otel.md#logs`).
 * @param unnamed identifies the record: a repeated record must get the same value
 * @param now when it was received, ISO 8601
 */
export function logEvent(record: OtlpLogRecord, unnamed: string, now: string): EventToStore {
  const { source } = record;
  const { text, number } = severityOf(record);
  return {
    uuid: otlpUuid(LOG_EVENT, unnamed),
    event: LOG_EVENT,
    distinct_id: givenDistinctId(record.attributes, source) ?? serviceDistinctId(source),
    timestamp: isoOf(record.time) ?? isoOf(record.observed),
    properties: {
      $lib: OTEL_LIB,
      $process_person_profile: false,
      body: bodyText(record.body),
      severity_text: text,
      severity_number: number,
      trace_id: record.traceId,
      span_id: record.spanId,
      trace_flags: record.flags,
      event_name: record.eventName,
      service_name: serviceName(source),
      observed_timestamp: isoOf(record.observed) ?? now,
      instrumentation_scope: scopeText(source),
      attributes: record.attributes,
      resource_attributes: source.resource,
    },
  };
}

/** The body as text; other types are stored as JSON. */
function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
}

/** The severity. The number has precedence over the text; an unknown text becomes `info`. */
function severityOf({ severityNumber, severityText }: OtlpLogRecord): {
  readonly text: string;
  readonly number: number;
} {
  const byNumber = SEVERITIES[Math.floor((severityNumber - 1) / 4)];
  if (byNumber !== undefined) return { text: byNumber, number: severityNumber };
  const lower = severityText.toLowerCase();
  const known = SEVERITIES.find((name) => name === lower);
  const text = known ?? (Object.hasOwn(SPELLINGS, lower) ? SPELLINGS[lower] : undefined) ?? 'info';
  return { text, number: SEVERITIES.indexOf(text) * 4 + 1 };
}
