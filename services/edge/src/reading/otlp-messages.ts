import { CaptureError } from '@tidemark/domain';
import { Reader, Root } from 'protobufjs/light';
import type { Type } from 'protobufjs/light';

/*
 * The messages of OTLP 1.x that are read or written here, with the field numbers of opentelemetry-proto. Fields that
 * are not used are left out; the decoder skips them.
 */

type Field = readonly [id: number, type: string];

const one = (fields: Readonly<Record<string, Field>>, oneof: readonly string[] = []) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [id, type]]) => {
      const [rule = '', element] = type.split(' ');
      return [name, element === undefined ? { id, type } : { id, type: element, rule }];
    }),
  ),
  ...(oneof.length > 0 && { oneofs: { value: { oneof: [...oneof] } } }),
});

const ANY_VALUE = {
  stringValue: [1, 'string'],
  boolValue: [2, 'bool'],
  intValue: [3, 'int64'],
  doubleValue: [4, 'double'],
  arrayValue: [5, 'ArrayValue'],
  kvlistValue: [6, 'KeyValueList'],
  bytesValue: [7, 'bytes'],
} as const;

/** Points of gauges and sums have one number, of either type. */
const METRIC_MESSAGES = {
  Exemplar: one({ spanId: [4, 'bytes'], traceId: [5, 'bytes'] }),
  NumberDataPoint: one(
    {
      startTimeUnixNano: [2, 'fixed64'],
      timeUnixNano: [3, 'fixed64'],
      asDouble: [4, 'double'],
      exemplars: [5, 'repeated Exemplar'],
      asInt: [6, 'sfixed64'],
      attributes: [7, 'repeated KeyValue'],
      flags: [8, 'uint32'],
    },
    ['asDouble', 'asInt'],
  ),
  HistogramDataPoint: one({
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    bucketCounts: [6, 'repeated fixed64'],
    explicitBounds: [7, 'repeated double'],
    exemplars: [8, 'repeated Exemplar'],
    attributes: [9, 'repeated KeyValue'],
    flags: [10, 'uint32'],
  }),
  ExponentialBuckets: one({ offset: [1, 'sint32'], bucketCounts: [2, 'repeated uint64'] }),
  ExponentialHistogramDataPoint: one({
    attributes: [1, 'repeated KeyValue'],
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    scale: [6, 'sint32'],
    zeroCount: [7, 'fixed64'],
    positive: [8, 'ExponentialBuckets'],
    negative: [9, 'ExponentialBuckets'],
    flags: [10, 'uint32'],
    exemplars: [11, 'repeated Exemplar'],
    zeroThreshold: [14, 'double'],
  }),
  QuantileValue: one({ quantile: [1, 'double'], value: [2, 'double'] }),
  SummaryDataPoint: one({
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    quantileValues: [6, 'repeated QuantileValue'],
    attributes: [7, 'repeated KeyValue'],
    flags: [8, 'uint32'],
  }),
  Gauge: one({ dataPoints: [1, 'repeated NumberDataPoint'] }),
  Sum: one({
    dataPoints: [1, 'repeated NumberDataPoint'],
    aggregationTemporality: [2, 'int32'],
    isMonotonic: [3, 'bool'],
  }),
  Histogram: one({
    dataPoints: [1, 'repeated HistogramDataPoint'],
    aggregationTemporality: [2, 'int32'],
  }),
  ExponentialHistogram: one({
    dataPoints: [1, 'repeated ExponentialHistogramDataPoint'],
    aggregationTemporality: [2, 'int32'],
  }),
  Summary: one({ dataPoints: [1, 'repeated SummaryDataPoint'] }),
  Metric: one({
    name: [1, 'string'],
    unit: [3, 'string'],
    gauge: [5, 'Gauge'],
    sum: [7, 'Sum'],
    histogram: [9, 'Histogram'],
    exponentialHistogram: [10, 'ExponentialHistogram'],
    summary: [11, 'Summary'],
  }),
  ScopeMetrics: one({ scope: [1, 'Scope'], metrics: [2, 'repeated Metric'] }),
  ResourceMetrics: one({ resource: [1, 'Resource'], scopeMetrics: [2, 'repeated ScopeMetrics'] }),
  MetricsRequest: one({ resourceMetrics: [1, 'repeated ResourceMetrics'] }),
};

const ROOT = Root.fromJSON({
  nested: {
    AnyValue: one(ANY_VALUE, Object.keys(ANY_VALUE)),
    ArrayValue: one({ values: [1, 'repeated AnyValue'] }),
    KeyValueList: one({ values: [1, 'repeated KeyValue'] }),
    KeyValue: one({ key: [1, 'string'], value: [2, 'AnyValue'] }),
    Scope: one({ name: [1, 'string'], version: [2, 'string'] }),
    Resource: one({ attributes: [1, 'repeated KeyValue'] }),
    SpanEvent: one({
      timeUnixNano: [1, 'fixed64'],
      name: [2, 'string'],
      attributes: [3, 'repeated KeyValue'],
    }),
    Link: one({
      traceId: [1, 'bytes'],
      spanId: [2, 'bytes'],
      attributes: [4, 'repeated KeyValue'],
    }),
    SpanStatus: one({ message: [2, 'string'], code: [3, 'int32'] }),
    Span: one({
      traceId: [1, 'bytes'],
      spanId: [2, 'bytes'],
      traceState: [3, 'string'],
      parentSpanId: [4, 'bytes'],
      name: [5, 'string'],
      kind: [6, 'int32'],
      startTimeUnixNano: [7, 'fixed64'],
      endTimeUnixNano: [8, 'fixed64'],
      attributes: [9, 'repeated KeyValue'],
      events: [11, 'repeated SpanEvent'],
      links: [13, 'repeated Link'],
      status: [15, 'SpanStatus'],
    }),
    ScopeSpans: one({ scope: [1, 'Scope'], spans: [2, 'repeated Span'] }),
    ResourceSpans: one({ resource: [1, 'Resource'], scopeSpans: [2, 'repeated ScopeSpans'] }),
    TraceRequest: one({ resourceSpans: [1, 'repeated ResourceSpans'] }),
    LogRecord: one({
      timeUnixNano: [1, 'fixed64'],
      severityNumber: [2, 'int32'],
      severityText: [3, 'string'],
      body: [5, 'AnyValue'],
      attributes: [6, 'repeated KeyValue'],
      flags: [8, 'fixed32'],
      traceId: [9, 'bytes'],
      spanId: [10, 'bytes'],
      observedTimeUnixNano: [11, 'fixed64'],
      eventName: [12, 'string'],
    }),
    ScopeLogs: one({ scope: [1, 'Scope'], logRecords: [2, 'repeated LogRecord'] }),
    ResourceLogs: one({ resource: [1, 'Resource'], scopeLogs: [2, 'repeated ScopeLogs'] }),
    LogsRequest: one({ resourceLogs: [1, 'repeated ResourceLogs'] }),
    ...METRIC_MESSAGES,
    /** The `Export…PartialSuccess` of all signals have the same fields. */
    PartialSuccess: one({ rejected: [1, 'int64'], errorMessage: [2, 'string'] }),
    Response: one({ partialSuccess: [1, 'PartialSuccess'] }),
    /** `google.rpc.Status`. */
    Status: one({ code: [1, 'int32'], message: [2, 'string'] }),
  },
});

type RequestName = 'TraceRequest' | 'LogsRequest' | 'MetricsRequest';
type MessageName = RequestName | 'Response' | 'Status';

const typeOf = (name: MessageName): Type => ROOT.lookupType(name);

/**
 * Decodes a request. The number of fields, those of nested messages included, is limited, because a field of two
 * bytes can become an object of a hundred. protobufjs limits the nesting to 100 messages.
 *
 * @throws CaptureError 400 | 413
 */
export function decodeOtlp(name: RequestName, bytes: Uint8Array, maxFields: number): unknown {
  const reader = Reader.create(bytes);
  reader.discardUnknown = true;
  limitFields(reader, maxFields);
  try {
    return typeOf(name).decode(reader);
  } catch (error) {
    if (error instanceof CaptureError) throw error;
    // The message of the decoder may contain data of the body.
    throw new CaptureError(
      400,
      'the body is not a valid protobuf of this request',
      null,
      'unparsable',
    );
  }
}

/** Counts fields and the numbers of packed lists, because a number of a packed list can be one byte long. */
function limitFields(reader: Reader, maxFields: number): void {
  let left = maxFields;
  let isFirst = false;
  const count = (): void => {
    left -= 1;
    if (left < 0) throw new CaptureError(413, `a body may hold ${maxFields} fields`);
  };
  const tag = reader.tag.bind(reader);
  reader.tag = () => {
    isFirst = true;
    count();
    return tag();
  };
  for (const type of ['uint64', 'fixed64', 'double'] as const) {
    const read = reader[type].bind(reader) as () => never;
    reader[type] = () => {
      // The first number after a tag is counted as a field already.
      if (!isFirst) count();
      isFirst = false;
      return read();
    };
  }
}

/** @param fields named as in OTLP over JSON */
export function encodeOtlp(name: 'Response' | 'Status', fields: object): Buffer {
  const type = typeOf(name);
  return Buffer.from(type.encode(type.create(fields)).finish());
}
