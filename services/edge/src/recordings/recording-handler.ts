import type { CapturePayload, RawEvent } from '@tidemark/domain';
import {
  invalidProjectToken,
  isOverQuota,
  parseRawJson,
  payloadToken,
  readPayload,
  readRecording,
  toReplayEntry,
} from '@tidemark/domain';
import { activeTraceparent, inStep } from '@tidemark/platform';
import { charge } from '../body/body-budget';
import { decodeCaptureBody } from '../body/decode-capture-body';
import { APPEND_SPAN, takeEvents } from '../capture/capture-handler';
import type { CaptureDeps } from '../capture/capture-handler';
import type { CaptureHandler, V0Endpoint } from '../capture/v0-handler';
import { createV0Handler, OK } from '../capture/v0-handler';
import { json } from '../http/answer';

const MAX_BODY_BYTES = 25 * 1024 * 1024;
/** SDKs send about 1 MB at once; the parsed snapshots live in memory for a moment. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
/** A page's elements are nested as deep as its author liked, two levels of JSON each. */
const MAX_DEPTH = 1_024;
/** posthog-js then stops recording for a minute. */
const OVER_QUOTA = json(200, { status: 'Ok', quota_limited: ['recordings'] });

/**
 * Session recordings, `/s/`. The snapshots are not kept: one small record of what they say about the
 * session goes to the ingest log.
 */
export function createRecordingHandler(deps: CaptureDeps): CaptureHandler {
  const inflate = { ...deps.inflate, maxInflatedBytes: MAX_INFLATED_BYTES };

  const take: V0Endpoint['take'] = async (request, target, body, hold) => {
    const { headers } = request;
    const decoded = await decodeCaptureBody(
      {
        body,
        contentType: headers['content-type'],
        contentEncoding: headers['content-encoding'],
        query: target.query,
      },
      { ...inflate, charge: (bytes) => charge(hold, bytes) },
    );
    const payload = readPayload(parseRawJson(decoded.toString('utf8'), MAX_DEPTH), undefined);
    if (!hasEvents(payload)) return OK;
    const project = await deps.projects.findByToken(payloadToken(payload));
    if (project === null) {
      if (deps.acceptUnknownTokens) return OK;
      throw invalidProjectToken('unknown');
    }
    await takeEvents(deps, project.id, payload.events.length);
    if (isOverQuota(project.quotaLimits, 'recordings', deps.now())) {
      deps.metrics.overQuota.inc({ resource: 'recordings' });
      return OVER_QUOTA;
    }
    const entry = toReplayEntry(
      project.id,
      readRecording(payload.events, headers['user-agent']),
      project.captureConsoleLogOptIn,
    );
    if (entry === null) return OK;
    const trace = activeTraceparent();
    const record = trace === undefined ? entry : { ...entry, trace };
    const stopTimer = deps.metrics.appendSeconds.startTimer();
    await inStep('ingest log append', APPEND_SPAN, () => deps.log.append([record]));
    stopTimer();
    deps.metrics.recordingsAccepted.inc();
    return OK;
  };

  return createV0Handler(deps, { family: 'recordings', maxBodyBytes: MAX_BODY_BYTES, take });
}

function hasEvents(
  payload: CapturePayload,
): payload is CapturePayload & { readonly events: readonly [RawEvent, ...RawEvent[]] } {
  return payload.events.length > 0;
}
