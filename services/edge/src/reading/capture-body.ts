import type { AcceptedBatch, QuotaLimit } from '@tidemark/contracts';
import type { CaptureContext, CaptureJson, CapturePayload, EventQuota } from '@tidemark/domain';
import {
  acceptEvents,
  newEventUuid,
  readCaptureJson,
  readPayload,
  requireJsonWithin,
  withinQuota,
} from '@tidemark/domain';
import { decodeCaptureBody } from '../body/decode-capture-body';
import type { CaptureBody } from '../body/decode-capture-body';
import type { BodyLimits } from './body-limits';

/** A request of event capture v0 that was parsed, but whose events are not checked yet. */
export interface CaptureRequest {
  readonly json: CaptureJson;
  readonly payload: CapturePayload;
  /** Bytes of the inflated body; 0 if the body was not compressed. */
  readonly inflatedBytes: number;
}

/** The facts about a request after its project was found. */
export type AcceptContext = CaptureContext & {
  readonly quotaLimits: readonly QuotaLimit[];
};

export interface AcceptedRequest {
  readonly batch: AcceptedBatch;
  /** The number of dropped events by used-up quota. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
}

/**
 * Reads a capture body. Its limits are checked before the body is parsed.
 *
 * @param unnamedEvent see `readPayload`
 * @throws CaptureError 400 | 413
 */
export function readCaptureBody(
  source: CaptureBody,
  unnamedEvent: string | undefined,
  limits: BodyLimits,
): CaptureRequest {
  const decoded = decodeCaptureBody(source, limits);
  requireJsonWithin(decoded, limits);
  const json = readCaptureJson(decoded);
  return {
    json,
    payload: readPayload(json.value, unnamedEvent),
    inflatedBytes: decoded.length > source.body.length ? decoded.length : 0,
  };
}

/**
 * Drops the events over the project's quotas and returns the others in the format of the ingest log.
 *
 * @throws CaptureError 400 | 413
 */
export function acceptCapture(
  { json, payload }: CaptureRequest,
  context: AcceptContext,
): AcceptedRequest {
  const { kept, dropped } = withinQuota(context.quotaLimits, payload.events, context.now);
  const within = dropped.size === 0 ? payload : { ...payload, events: kept };
  return { batch: acceptEvents(json, within, context, newEventUuid), dropped };
}
