/**
 * All tags of errors that reject a whole V1 request, with their HTTP status (`docs/wire/capture.md#v1-batch-errors`).
 */
const STATUS_OF = {
  missing_required_headers: 400,
  invalid_header_value: 400,
  empty_body: 400,
  request_decoding_error: 400,
  request_parsing_error: 400,
  empty_batch: 400,
  invalid_batch: 400,
  missing_event_uuid: 400,
  invalid_event_uuid: 400,
  duplicate_event_uuid: 400,
  missing_authorization: 401,
  invalid_api_token: 401,
  body_read_timeout: 408,
  payload_too_large: 413,
  unsupported_content_type: 415,
  unsupported_encoding: 415,
  billing_limit_exceeded: 429,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type CaptureV1ErrorTag = keyof typeof STATUS_OF;

/** Rejects a whole V1 request: none of its events is stored. The message becomes `error_description`. */
export class CaptureV1Error extends Error {
  readonly status: (typeof STATUS_OF)[CaptureV1ErrorTag];

  constructor(
    readonly tag: CaptureV1ErrorTag,
    description: string,
  ) {
    super(description);
    this.name = 'CaptureV1Error';
    this.status = STATUS_OF[tag];
  }
}
