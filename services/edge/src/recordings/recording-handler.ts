import { invalidProjectToken, isOverQuota } from '@tidemark/domain';
import { activeTraceparent, inStep } from '@tidemark/platform';
import { charge } from '../body/body-budget';
import { APPEND_SPAN, takeEvents } from '../capture/capture-handler';
import type { CaptureDeps } from '../capture/capture-handler';
import type { CaptureHandler, V0Endpoint } from '../capture/v0-handler';
import { createV0Handler, OK } from '../capture/v0-handler';
import { json } from '../http/edge-response';
import { valueOf } from '../reading/recording-body';

const MAX_BODY_BYTES = 25 * 1024 * 1024;
/** After this response, posthog-js stops recording for a minute. */
const OVER_QUOTA = json(200, { status: 'Ok', quota_limited: ['recordings'] });

/**
 * Creates the handler of session recordings, `/s/`. Snapshots are not stored: a small record with metadata of the
 * session and its console messages is appended to the ingest log.
 */
export function createRecordingHandler(deps: CaptureDeps): CaptureHandler {
  const take: V0Endpoint['take'] = async (request, target, body, hold) => {
    const { headers } = request;
    const source = {
      body,
      contentType: headers['content-type'],
      contentEncoding: headers['content-encoding'],
      query: target.query,
    };
    const read = await deps.readers.recording(source, headers['user-agent']);
    charge(hold, read.inflatedBytes);
    if (read.events === 0) return OK;
    const project = await deps.projects.findByToken(valueOf(read.token));
    if (project === null) {
      if (deps.acceptUnknownTokens) return OK;
      throw invalidProjectToken('unknown');
    }
    await takeEvents(deps, project.id, read.events);
    if (isOverQuota(project.quotaLimits, 'recordings', deps.now())) {
      deps.metrics.overQuota.inc({ resource: 'recordings' });
      return OVER_QUOTA;
    }
    const found = valueOf(read.entry);
    if (found === null) return OK;
    const { console: messages, ...facts } = found;
    const entry = {
      ...facts,
      team_id: project.id,
      ...(project.captureConsoleLogOptIn && messages !== undefined && { console: messages }),
    };
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
