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
  /** Null if the content type does not show the format, which is then found by the first bytes. */
  readonly format: OtlpFormat | null;
}

/** The facts about a request that are not in its body. */
export type OtlpContext = Omit<EachContext, 'imported'> & {
  readonly quotaLimits: readonly QuotaLimit[];
};

export interface OtlpRequest {
  readonly batch: AcceptedEach['batch'];
  /** The number of events that were rejected for any reason. */
  readonly rejected: number;
  /** The reason of the first rejection; empty if there is none. */
  readonly reason: string;
  /** The number of dropped events by used-up quota. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
  /** Bytes of the inflated body; 0 if the body was not compressed. */
  readonly inflatedBytes: number;
}

/** The type of the protobuf message of a request. */
const REQUESTS = {
  ai: 'TraceRequest',
  traces: 'TraceRequest',
  logs: 'LogsRequest',
  metrics: 'MetricsRequest',
} as const;

/** The maximum depth of JSON: each nested map of OTLP takes four levels of JSON. */
const MAX_DEPTH = 4 * MAX_JSON_DEPTH;

/**
 * Reads an OTLP body and accepts its events (`docs/wire/otel.md#request`). Its limits are checked before the body is
 * parsed.
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
    throw new CaptureError(400, 'the body is not valid gzip data', null, 'undecodable');
  }
}

/** Returns the format by the first bytes: a JSON object begins with a brace, a request in protobuf never does. */
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
