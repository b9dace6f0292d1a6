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

/** What comes of a step whose fault is reported later, after other checks. Plain, so that threads can pass it on. */
export type Later<T> =
  { readonly value: T } | { readonly rejection: ConstructorParameters<typeof CaptureError> };

/** A request to `/s/`, reduced to what is kept of it. */
export interface RecordingRequest {
  readonly events: number;
  /** The project's token. */
  readonly token: Later<string>;
  /** Without its project (`team_id` is 1), with the console messages; null when there is nothing to keep. */
  readonly entry: Later<ReplayEntry | null>;
  /** Bytes that inflating has added; 0 when nothing was compressed. */
  readonly inflatedBytes: number;
}

/** A page's elements are nested as deep as its author liked, two levels of JSON each. */
const MAX_DEPTH = 1_024;

/**
 * Reads a recording within limits that hold before anything is parsed.
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

/** The value, or the error as an error now. @throws CaptureError */
export function valueOf<T>(later: Later<T>): T {
  if ('rejection' in later) throw new CaptureError(...later.rejection);
  return later.value;
}

/** Runs a step whose error is to be reported later. */
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
