import type { ReplayEntry } from '@tidemark/contracts';
import type { CapturePayload, RequestEvent } from '@tidemark/domain';
import {
  CaptureError,
  parseRawJson,
  payloadToken,
  readPayload,
  readRecording,
  requireJsonWithin,
  toReplayEntry,
} from '@tidemark/domain';
import { decodeCaptureBody } from '../body/decode-capture-body';
import type { CaptureBody } from '../body/decode-capture-body';
import type { BodyLimits } from './body-limits';

/** The result of a step whose error is reported after other checks. A plain object, which can be sent between threads. */
export type Later<T> =
  { readonly value: T } | { readonly rejection: ConstructorParameters<typeof CaptureError> };

/** A request to `/s/`, reduced to the data that is stored. */
export interface RecordingRequest {
  readonly events: number;
  /** The project's token. */
  readonly token: Later<string>;
  /** The record with console messages; its `team_id` is still 1. Null if there is nothing to store. */
  readonly entry: Later<ReplayEntry | null>;
  /** Bytes of the inflated body; 0 if the body was not compressed. */
  readonly inflatedBytes: number;
}

/** The maximum depth of JSON. Each level of elements on the recorded page takes two levels of JSON. */
const MAX_DEPTH = 1_024;

/**
 * Reads a recording. Its limits are checked before the body is parsed.
 *
 * @throws CaptureError 400 | 413
 */
export function readRecordingBody(
  source: CaptureBody,
  userAgent: string | undefined,
  limits: BodyLimits,
): RecordingRequest {
  const decoded = decodeCaptureBody(source, limits);
  requireJsonWithin(decoded, limits);
  const payload = readPayload(parseRawJson(decoded.toString('utf8'), MAX_DEPTH), undefined);
  return {
    events: payload.events.length,
    token: later(() => payloadToken(payload)),
    entry: later(() =>
      hasEvents(payload) ? toReplayEntry(1, readRecording(payload.events, userAgent), true) : null,
    ),
    inflatedBytes: decoded.length > source.body.length ? decoded.length : 0,
  };
}

/** Returns the value, or throws the stored error. @throws CaptureError */
export function valueOf<T>(later: Later<T>): T {
  if ('rejection' in later) throw new CaptureError(...later.rejection);
  return later.value;
}

/** Runs a step and stores its error, which is reported later. */
export function later<T>(step: () => T): Later<T> {
  try {
    return { value: step() };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return { rejection: [error.status, error.message, error.warning, error.reason] };
  }
}

function hasEvents(
  payload: CapturePayload,
): payload is CapturePayload & { readonly events: readonly [RequestEvent, ...RequestEvent[]] } {
  return payload.events.length > 0;
}
