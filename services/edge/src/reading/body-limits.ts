import type { JsonLimits } from '@tidemark/domain';
import type { InflateLimits } from '../body/inflate';

/** The limits of one body. */
export interface BodyLimits extends InflateLimits, JsonLimits {}

const MEBIBYTE = 1024 * 1024;

/** Five times the largest body on the wire (`docs/wire/capture.md#decode-inflation`). */
export const CAPTURE_INFLATED_BYTES = 100 * MEBIBYTE;
/** `docs/wire/capture.md#body-limits`. */
export const CAPTURE_V1_INFLATED_BYTES = 50 * MEBIBYTE;
/** 25 MiB of parts, and what is between them (`docs/wire/ai.md#multipart`). */
export const AI_INFLATED_BYTES = 27.5 * MEBIBYTE;
/** What PostHog takes of OTLP, and more than exporters send at once (`docs/wire/otel.md#limits`). */
export const OTLP_INFLATED_BYTES = 10 * MEBIBYTE;
/** What the events of one OTLP body may have as JSON: in a thread, and on the event loop. */
export const OTLP_EXPANDED = 64 * MEBIBYTE;
export const OTLP_EXPANDED_INLINE = MEBIBYTE;
/** Fields or JSON values, and spans or log records, of an OTLP body that is read on the event loop: some milliseconds. */
export const OTLP_INLINE_VALUES = 10_000;
export const OTLP_INLINE_ITEMS = 200;
/** SDKs send about 1 MB at once. */
export const RECORDING_INFLATED_BYTES = 64 * MEBIBYTE;

/**
 * A body of at most this many bytes, as sent and as decoded, is read on the event loop: the trip to another
 * thread costs more CPU than most bodies. What it can cost there is in docs/security.md.
 */
export const INLINE_BYTES = 160 * 1024;
