import { otlpEvents } from '../otlp-events';
import type { OtlpIntake } from '../otlp-events';

export const NOW = Date.UTC(2026, 0, 2);
export const TRACE = '0102030405060708090a0b0c0d0e0f10';
export const SPAN = '0102030405060708';

export const text = (value: string) => ({ stringValue: value });
/** A list of keys and values, which OTLP uses instead of an object. */
export const attributes = (values: Readonly<Record<string, object>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));
export const texts = (values: Readonly<Record<string, string>>) =>
  attributes(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)])));

export const span = (more: object = {}) => ({
  traceId: TRACE,
  spanId: SPAN,
  name: 'GET /',
  kind: 2,
  startTimeUnixNano: '1704067200000000000',
  endTimeUnixNano: '1704067201500000000',
  ...more,
});

/** A request with the spans of one resource. */
export function trace(spans: readonly object[], resource: Readonly<Record<string, string>> = {}) {
  const scope = { name: 'lib', version: '1.2' };
  return {
    resourceSpans: [
      { resource: { attributes: texts(resource) }, scopeSpans: [{ scope, spans: [...spans] }] },
    ],
  };
}

/** A request with the log records of one resource. */
export const logs = (
  records: readonly object[],
  resource: Readonly<Record<string, string>> = {},
) => ({
  resourceLogs: [
    { resource: { attributes: texts(resource) }, scopeLogs: [{ logRecords: [...records] }] },
  ],
});

export const eventsOf = (intake: OtlpIntake, request: unknown, body = 'body') => [
  ...otlpEvents(intake, request, body, NOW).events,
];
