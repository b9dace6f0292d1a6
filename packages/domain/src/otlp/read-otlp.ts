import { CaptureError } from '../capture/capture-error';
import { isObject } from '../json/json-object';
import { attributesOf, idOf, integerOf, listOf, own, plainValue, stringOf } from './otlp-values';

/** The data that all spans or log records of one source share. */
export interface OtlpSource {
  readonly resource: Readonly<Record<string, unknown>>;
  readonly scopeName: string;
  readonly scopeVersion: string;
}

/** An event within a span, such as an exception. */
interface OtlpSpanEvent {
  readonly name: string;
  /** ns since the epoch. */
  readonly time: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface OtlpLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface OtlpSpan {
  readonly source: OtlpSource;
  /** Ids are hexadecimal digits; empty if missing. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  /** 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  /** ns since the epoch; 0 = unknown. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly OtlpSpanEvent[];
  readonly links: readonly OtlpLink[];
  /** 0 unset, 1 ok, 2 error. */
  readonly statusCode: number;
  readonly statusMessage: string;
}

export interface OtlpLogRecord {
  readonly source: OtlpSource;
  /** ns since the epoch; 0 = unknown. */
  readonly time: bigint;
  readonly observed: bigint;
  readonly severityNumber: number;
  readonly severityText: string;
  /** Undefined if there is no body. */
  readonly body: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
  readonly eventName: string;
}

/** The items of a request, read one by one, because reading them costs more than counting them. */
export interface OtlpItems<T> {
  readonly count: number;
  readonly items: Iterable<T>;
}

/**
 * The spans of an `ExportTraceServiceRequest`, decoded from protobuf or JSON (`docs/wire/otel.md#messages`). A field
 * of a wrong type counts as missing.
 * @throws CaptureError 400 if it is not such a message
 */
export function readSpans(request: unknown): OtlpItems<OtlpSpan> {
  return itemsOf(groupsOf(request, 'resourceSpans', 'scopeSpans', 'spans'), spanOf);
}

/**
 * The log records of an `ExportLogsServiceRequest`; see `readSpans`.
 * @throws CaptureError 400 if it is not such a message
 */
export function readLogRecords(request: unknown): OtlpItems<OtlpLogRecord> {
  return itemsOf(groupsOf(request, 'resourceLogs', 'scopeLogs', 'logRecords'), recordOf);
}

function itemsOf<T>(
  groups: readonly Group[],
  read: (item: unknown, source: OtlpSource) => T,
): OtlpItems<T> {
  const items = function* (): Generator<T> {
    for (const { source, sent } of groups) for (const item of sent) yield read(item, source);
  };
  return { count: groups.reduce((sum, { sent }) => sum + sent.length, 0), items: items() };
}

export interface Group {
  readonly source: OtlpSource;
  readonly sent: readonly unknown[];
}

export function groupsOf(
  request: unknown,
  resources: string,
  scopes: string,
  items: string,
): Group[] {
  const field = own(request, resources);
  const isMissing = field === undefined || field === null;
  if (!isObject(request) || (!isMissing && !Array.isArray(field))) {
    throw new CaptureError(400, `${resources} must be an array`, null, 'unparsable');
  }
  return listOf(request, resources).flatMap((one) => {
    const resource = attributesOf(own(one, 'resource'));
    return listOf(one, scopes).map((scope) => {
      const named = own(scope, 'scope');
      const scopeName = stringOf(named, 'name');
      const source = { resource, scopeName, scopeVersion: stringOf(named, 'version') };
      return { source, sent: listOf(scope, items) };
    });
  });
}

function spanOf(span: unknown, source: OtlpSource): OtlpSpan {
  const status = own(span, 'status');
  return {
    source,
    traceId: idOf(span, 'traceId'),
    spanId: idOf(span, 'spanId'),
    parentSpanId: idOf(span, 'parentSpanId'),
    traceState: stringOf(span, 'traceState'),
    name: stringOf(span, 'name'),
    kind: enumOf(span, 'kind', SPAN_KINDS),
    start: integerOf(span, 'startTimeUnixNano'),
    end: integerOf(span, 'endTimeUnixNano'),
    attributes: attributesOf(span),
    events: listOf(span, 'events').map((event) => ({
      name: stringOf(event, 'name'),
      time: integerOf(event, 'timeUnixNano'),
      attributes: attributesOf(event),
    })),
    links: listOf(span, 'links').map((link) => ({
      traceId: idOf(link, 'traceId'),
      spanId: idOf(link, 'spanId'),
      attributes: attributesOf(link),
    })),
    statusCode: enumOf(status, 'code', STATUS_CODES),
    statusMessage: stringOf(status, 'message'),
  };
}

function recordOf(record: unknown, source: OtlpSource): OtlpLogRecord {
  return {
    source,
    time: integerOf(record, 'timeUnixNano'),
    observed: integerOf(record, 'observedTimeUnixNano'),
    severityNumber: enumOf(record, 'severityNumber', SEVERITY_NUMBERS),
    severityText: stringOf(record, 'severityText'),
    body: plainValue(own(record, 'body')),
    attributes: attributesOf(record),
    traceId: idOf(record, 'traceId'),
    spanId: idOf(record, 'spanId'),
    flags: Number(integerOf(record, 'flags')),
    eventName: stringOf(record, 'eventName'),
  };
}

const SEVERITY_NUMBERS = [
  'SEVERITY_NUMBER_UNSPECIFIED',
  ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((name) =>
    ['', '2', '3', '4'].map((step) => `SEVERITY_NUMBER_${name}${step}`),
  ),
];
const SPAN_KINDS = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
];
const STATUS_CODES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

/** A value of an enum, sent as a number, or as a name by some JSON encoders. 0 for anything else. */
export function enumOf(message: unknown, name: string, names: readonly string[]): number {
  const place = names.indexOf(stringOf(message, name));
  if (place !== -1) return place;
  const number = Number(integerOf(message, name));
  return number >= 0 && number <= 24 ? number : 0;
}
