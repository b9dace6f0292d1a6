import type { IncomingHttpHeaders } from 'node:http';
import type { OtlpIntake } from '@tidemark/domain';
import { mediaType } from '../body/media-type';
import { json } from '../http/edge-response';
import type { EdgeResponse } from '../http/edge-response';
import type { OtlpFormat } from '../reading/otlp-body';
import { encodeOtlp } from '../reading/otlp-messages';

const PROTOBUF_TYPE = 'application/x-protobuf';
const PROTOBUF_TYPES = new Set([PROTOBUF_TYPE, 'application/protobuf']);
/** Content types that do not show the format, such as those of browser beacons. */
const SILENT_TYPES = new Set([undefined, 'text/plain', 'application/octet-stream']);

/** Codes of `google.rpc.Status` by the status of the response (`docs/wire/otel.md#errors`). */
const CODES = {
  400: 3,
  401: 16,
  404: 12,
  405: 12,
  408: 4,
  413: 3,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
} as const;

/** The name of the field with the number of rejected items, by signal. */
const REJECTED: Readonly<Record<OtlpIntake, string>> = {
  ai: 'rejectedSpans',
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
};

export type OtlpStatus = keyof typeof CODES;

/** Returns the format of a body by its content type: null if the type does not show it, undefined if unsupported. */
export function otlpFormat(headers: IncomingHttpHeaders): OtlpFormat | null | undefined {
  const type = mediaType(headers['content-type']);
  if (type === 'application/json') return 'json';
  if (type !== undefined && PROTOBUF_TYPES.has(type)) return 'protobuf';
  return SILENT_TYPES.has(type) ? null : undefined;
}

/** An error as `google.rpc.Status`, in the format of the request. */
export function otlpError(
  headers: IncomingHttpHeaders,
  status: OtlpStatus,
  message: string,
  more: readonly string[] = [],
): EdgeResponse {
  return respond(headers, 'Status', status, { code: CODES[status], message }, more);
}

/** 429: the project, or the client's address, has sent too much. */
export function otlpLimited(headers: IncomingHttpHeaders, waitSeconds: number): EdgeResponse {
  return otlpError(headers, 429, 'too many requests, please try again later', [
    'Retry-After',
    String(waitSeconds),
  ]);
}

/** The response to an accepted request, with the number of rejected events and the first reason. */
export function otlpAccepted(
  headers: IncomingHttpHeaders,
  intake: OtlpIntake,
  rejected: number,
  errorMessage: string,
): EdgeResponse {
  if (rejected === 0) return respond(headers, 'Response', 200, {}, []);
  if (otlpFormat(headers) === 'protobuf') {
    return respond(headers, 'Response', 200, { partialSuccess: { rejected, errorMessage } }, []);
  }
  return json(200, { partialSuccess: { [REJECTED[intake]]: String(rejected), errorMessage } });
}

function respond(
  headers: IncomingHttpHeaders,
  name: 'Response' | 'Status',
  status: number,
  fields: object,
  more: readonly string[],
): EdgeResponse {
  if (otlpFormat(headers) !== 'protobuf') return json(status, fields, more);
  return {
    status,
    body: encodeOtlp(name, fields),
    headers: ['Content-Type', PROTOBUF_TYPE, ...more],
  };
}
