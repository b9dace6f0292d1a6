import {
  CaptureError,
  checkProjectToken,
  invalidProjectToken,
  undecodable,
} from '@tidemark/domain';
import { activeTraceparent, inStep } from '@tidemark/platform';
import { charge } from '../body/body-budget';
import { isGzip } from '../body/inflate';
import { mediaType } from '../body/media-type';
import { boundaryOf } from '../body/multipart';
import { clientIp } from '../http/client-ip';
import { json } from '../http/edge-response';
import type { AiSource } from '../reading/ai-body';
import { APPEND_SPAN, countOverQuota, takeEvents } from './capture-handler';
import type { CaptureDeps } from './capture-handler';
import type { CaptureHandler, V0Endpoint } from './v0-handler';
import { createV0Handler } from './v0-handler';

/** 25 MiB for parts, and the rest for the delimiters and headers between them. */
const MAX_BODY_BYTES = 27.5 * 1024 * 1024;

/** Creates the handler of `/i/v0/ai`: one AI event, large properties as separate parts (`docs/wire/ai.md#multipart`). */
export function createAiHandler(deps: CaptureDeps): CaptureHandler {
  const take: V0Endpoint['take'] = async (request, _target, body, hold) => {
    const { headers } = request;
    if (body.length === 0) throw new CaptureError(400, 'request missing data payload');
    const source = sourceOf(headers['content-type'], headers['content-encoding'], body);
    const token = /^bearer(?:\s(.*))?$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? '';
    if (token === '') throw new CaptureError(401, 'event submitted without an api_key');
    const project = await deps.projects.findByToken(checkProjectToken(token));
    if (project === null && !deps.acceptUnknownTokens) throw invalidProjectToken('unknown');
    const read = await deps.readers.ai(body, source, {
      teamId: project?.id ?? 0,
      quotaLimits: project?.quotaLimits ?? [],
      now: deps.now(),
      ip: clientIp(request, deps.trustedProxyHops),
      trace: activeTraceparent(),
    });
    charge(hold, read.inflatedBytes);
    countOverQuota(deps.metrics, read.dropped);
    if (project !== null && read.events > 0) {
      await takeEvents(deps, project.id, read.events);
      const stopTimer = deps.metrics.appendSeconds.startTimer();
      await inStep('ingest log append', APPEND_SPAN, () => read.append(deps.log));
      stopTimer();
      deps.metrics.eventsAccepted.inc(read.events);
    }
    return json(200, { accepted_parts: read.parts });
  };
  return createV0Handler(deps, { family: 'ai', maxBodyBytes: MAX_BODY_BYTES, take });
}

/** @throws CaptureError 400 */
function sourceOf(
  contentType: string | undefined,
  contentEncoding: string | undefined,
  body: Buffer,
): AiSource {
  if (contentType === undefined || mediaType(contentType) !== 'multipart/form-data') {
    throw undecodable('Content-Type must be multipart/form-data');
  }
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw undecodable('Content-Type names no boundary');
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity' && encoding !== 'gzip') {
    throw undecodable('Content-Encoding must be gzip or identity');
  }
  if (encoding === 'gzip' && !isGzip(body)) throw undecodable('the body is not valid gzip data');
  return { boundary, isGzip: encoding === 'gzip' };
}
