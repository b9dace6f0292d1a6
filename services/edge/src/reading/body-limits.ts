import type { JsonLimits } from '@tidemark/domain';
import type { InflateLimits } from '../body/inflate';

/** The limits of one body. */
export interface BodyLimits extends InflateLimits, JsonLimits {}

const MEBIBYTE = 1024 * 1024;

/** Five times the largest body as sent (`docs/wire/capture.md#decode-inflation`). */
export const CAPTURE_INFLATED_BYTES = 100 * MEBIBYTE;
/** `docs/wire/capture.md#body-limits`. */
export const CAPTURE_V1_INFLATED_BYTES = 50 * MEBIBYTE;
/** 25 MiB of parts, and the rest for the delimiters and headers between them (`docs/wire/ai.md#multipart`). */
export const AI_INFLATED_BYTES = 27.5 * MEBIBYTE;
/** PostHog's limit for OTLP, which is more than exporters send in one request (`docs/wire/otel.md#limits`). */
export const OTLP_INFLATED_BYTES = 10 * MEBIBYTE;
/** The maximum bytes of JSON of the events of one OTLP body that is read in a thread, and on the event loop. */
export const OTLP_EXPANDED = 64 * MEBIBYTE;
export const OTLP_EXPANDED_INLINE = MEBIBYTE;
/** The maximum fields or JSON values, and spans or log records, of an OTLP body on the event loop: some milliseconds. */
export const OTLP_INLINE_VALUES = 10_000;
export const OTLP_INLINE_ITEMS = 200;
/** SDKs send about 1 MB in one request. */
export const RECORDING_INFLATED_BYTES = 64 * MEBIBYTE;

/**
 * A body of at most this many bytes, as sent and as decoded, is read on the event loop, because the transfer to a
 * thread costs more CPU than reading most bodies. docs/security.md has the maximum cost on the event loop.
 */
export const INLINE_BYTES = 160 * 1024;
