import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { QuotaLimit } from '@tidemark/contracts';
import type {
  AcceptedEach,
  EachContext,
  EventQuota,
  EventToStore,
  OtlpIntake,
} from '@tidemark/domain';
import {
  acceptEach,
  CaptureError,
  MAX_JSON_DEPTH,
  otlpEvents,
  oversized,
  parseRawJson,
  quotaDropping,
  requireJsonWithin,
} from '@tidemark/domain';
import { InflateError, inflateGzip, isGzip } from '../body/inflate';
import type { BodyLimits } from './body-limits';
import { INLINE_BYTES, OTLP_EXPANDED, OTLP_EXPANDED_INLINE } from './body-limits';
import { decodeOtlp } from './otlp-messages';

export type OtlpFormat = 'json' | 'protobuf';

/** An OTLP body as it was sent. */
export interface OtlpSource {
  readonly intake: OtlpIntake;
  /** Null: the content type does not say, so that the bytes decide. */
  readonly format: OtlpFormat | null;
}

/** The facts about a request that are not in its body. */
export type OtlpContext = Omit<EachContext, 'imported'> & {
  readonly quotaLimits: readonly QuotaLimit[];
};

export interface OtlpRequest {
  readonly batch: AcceptedEach['batch'];
  /** Events that were not accepted, for whatever reason. */
  readonly rejected: number;
  /** The reason of the first rejection; empty if there is none. */
  readonly reason: string;
  /** How many events each used-up quota has cost. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
  /** Bytes that inflating has added; 0 when nothing was compressed. */
  readonly inflatedBytes: number;
}

/** The message of a request in protobuf. */
const REQUESTS = {
  ai: 'TraceRequest',
  traces: 'TraceRequest',
  logs: 'LogsRequest',
  metrics: 'MetricsRequest',
} as const;

/** The nesting of JSON: a map within a map takes four levels of it. */
const MAX_DEPTH = 4 * MAX_JSON_DEPTH;

/**
 * Reads an OTLP body within limits that hold before anything is parsed, and accepts what it has
 * (`docs/wire/otel.md#request`).
 *
 * @throws CaptureError 400 | 413
 */
export function readOtlpBody(
  body: Buffer,
  { intake, format }: OtlpSource,
  limits: BodyLimits,
  { quotaLimits, ...context }: OtlpContext,
): OtlpRequest {
  const bytes = isGzip(body) ? inflated(body, limits) : body;
  const request =
    (format ?? guessed(bytes)) === 'json' ? json(bytes, limits) : protobuf(intake, bytes, limits);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const { events, sent } = otlpEvents(intake, request, `${context.teamId}:${digest}`, context.now);
  if (sent > limits.maxEvents) {
    throw oversized(`a body may hold ${limits.maxEvents} spans, log records or data points`);
  }
  const quota = quotaFilter(quotaLimits, context.now);
  const { batch, rejected } = acceptEach(quota.within(events), context, {
    maxExpanded: limits.maxInflatedBytes > INLINE_BYTES ? OTLP_EXPANDED : OTLP_EXPANDED_INLINE,
  });
  const { dropped } = quota;
  const overQuota = [...dropped.values()].reduce((sum, count) => sum + count, 0);
  return {
    batch,
    rejected: rejected.length + overQuota,
    reason: rejected[0] ?? (overQuota > 0 ? 'the quota of the project is used up' : ''),
    dropped,
    inflatedBytes: bytes === body ? 0 : bytes.length,
  };
}

/** Leaves out the events that a used-up quota drops, and counts them. */
function quotaFilter(limits: readonly QuotaLimit[], now: number) {
  const dropped = new Map<EventQuota, number>();
  const within = function* (events: Iterable<EventToStore>): Generator<EventToStore> {
    for (const event of events) {
      const resource = quotaDropping(limits, event, now);
      if (resource === null) yield event;
      else dropped.set(resource, (dropped.get(resource) ?? 0) + 1);
    }
  };
  return { dropped, within };
}

function inflated(body: Buffer, limits: BodyLimits): Buffer {
  try {
    return inflateGzip(body, limits);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    if (error.reason === 'too_large') throw oversized(error.message);
    throw new CaptureError(400, 'the body is no valid gzip data', null, 'undecodable');
  }
}

/** A JSON object begins with a brace, which no request in protobuf does. */
function guessed(bytes: Buffer): OtlpFormat {
  return /^\s*\{/.test(bytes.toString('latin1', 0, 64)) ? 'json' : 'protobuf';
}

function json(bytes: Buffer, limits: BodyLimits): unknown {
  if (!isUtf8(bytes)) throw new CaptureError(400, 'the body is not UTF-8', null, 'undecodable');
  requireJsonWithin(bytes, limits);
  return parseRawJson(bytes.toString('utf8'), MAX_DEPTH);
}

function protobuf(intake: OtlpIntake, bytes: Buffer, limits: BodyLimits): unknown {
  return decodeOtlp(REQUESTS[intake], bytes, limits.maxValues);
}
