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
    /** `ExportTracePartialSuccess` and `ExportLogsPartialSuccess` have the same fields. */
    PartialSuccess: one({ rejected: [1, 'int64'], errorMessage: [2, 'string'] }),
    Response: one({ partialSuccess: [1, 'PartialSuccess'] }),
    /** `google.rpc.Status`. */
    Status: one({ code: [1, 'int32'], message: [2, 'string'] }),
  },
});

type MessageName = 'TraceRequest' | 'LogsRequest' | 'Response' | 'Status';

const typeOf = (name: MessageName): Type => ROOT.lookupType(name);

/**
 * Decodes a request. The number of fields, those of nested messages included, is limited, because a field of two
 * bytes can become an object of a hundred. protobufjs limits the nesting to 100 messages.
 *
 * @throws CaptureError 400 | 413
 */
export function decodeOtlp(
  name: 'TraceRequest' | 'LogsRequest',
  bytes: Uint8Array,
  maxFields: number,
): unknown {
  const reader = Reader.create(bytes);
  reader.discardUnknown = true;
  const tag = reader.tag.bind(reader);
  let left = maxFields;
  reader.tag = () => {
    left -= 1;
    if (left < 0) throw new CaptureError(413, `a body may hold ${maxFields} fields`);
    return tag();
  };
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

/** @param fields named as in OTLP over JSON */
export function encodeOtlp(name: 'Response' | 'Status', fields: object): Buffer {
  const type = typeOf(name);
  return Buffer.from(type.encode(type.create(fields)).finish());
}
