import {
  acceptEvents,
  CaptureRefusal,
  invalidProjectToken,
  newEventUuid,
  payloadToken,
  querySentAt,
  readCaptureJson,
  readPayload,
} from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import { activeTraceparent, inStep } from '@tidemark/platform';
import type { IngestLogProducer, RequestLimiter } from '@tidemark/redis';
import type { BodyBudget } from '../body/body-budget';
import { charge } from '../body/body-budget';
import { decodeCaptureBody } from '../body/decode-capture-body';
import type { InflateLimits } from '../body/decode-capture-body';
import type { EdgeMetrics } from '../edge-metrics';
import { clientIp } from '../http/client-ip';
import { RateLimitedError } from '../limits/limit-refusal';
import type { ProjectDirectory } from '../projects/project-directory';
import { keepWithinQuota } from './quota';
import type { RefusalWarnings } from './refusal-warnings';
import type { CaptureHandler, V0Endpoint } from './v0-handler';
import { createV0Handler, OK } from './v0-handler';

export interface CaptureDeps {
  readonly projects: ProjectDirectory;
  readonly log: IngestLogProducer;
  readonly metrics: EdgeMetrics;
  readonly logger: Logger;
  readonly inflate: InflateLimits;
  readonly budget: BodyBudget;
  /** How long a client may send nothing of a body. */
  readonly bodyIdleMs: number;
  readonly refusals: RefusalWarnings;
  /** Events of a project; null without a limit. */
  readonly eventLimit: RequestLimiter | null;
  /** Answer 200 for a token that no project owns, and drop its events, as the original does. */
  readonly acceptUnknownTokens: boolean;
  readonly trustedProxyHops: number | undefined;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

const MAX_BODY_BYTES = 20 * 1024 * 1024;
export const APPEND_SPAN = { kind: 'producer' } as const;

/** @throws RateLimitedError when the project has sent its events of this minute */
export async function takeEvents(
  { eventLimit }: Pick<CaptureDeps, 'eventLimit'>,
  projectId: number,
  count: number,
): Promise<void> {
  const wait = (await eventLimit?.take(String(projectId), count)) ?? 0;
  if (wait > 0) throw new RateLimitedError(wait);
}

/** Event capture, v0. */
export function createCaptureHandler(deps: CaptureDeps): CaptureHandler {
  const toldOfRefusal = <T>(projectId: number, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof CaptureRefusal && error.warning !== null) {
        deps.refusals.note(projectId, error.warning, 'request');
      }
      throw error;
    }
  };

  const take: V0Endpoint['take'] = async (request, target, body, hold) => {
    const decoded = await decodeCaptureBody(
      {
        body,
        contentType: request.headers['content-type'],
        contentEncoding: request.headers['content-encoding'],
        query: target.query,
      },
      { ...deps.inflate, charge: (bytes) => charge(hold, bytes) },
    );
    const json = readCaptureJson(decoded);
    const payload = readPayload(json.value, target.path === '/engage' ? '$identify' : undefined);
    if (payload.events.length === 0) return OK;
    const project = await deps.projects.findByToken(payloadToken(payload));
    if (project === null) {
      if (deps.acceptUnknownTokens) return OK;
      throw invalidProjectToken('unknown');
    }
    await takeEvents(deps, project.id, payload.events.length);
    const now = deps.now();
    const events = keepWithinQuota(deps.metrics, project, payload.events, now);
    if (events.length === 0) return OK;
    const batch = toldOfRefusal(project.id, () =>
      acceptEvents(
        json,
        { ...payload, events },
        {
          teamId: project.id,
          now,
          querySentAt: querySentAt(target.query.get('sent_at') ?? target.query.get('_')),
          ip: clientIp(request, deps.trustedProxyHops),
          trace: activeTraceparent(),
          newUuid: newEventUuid,
        },
      ),
    );
    const stopTimer = deps.metrics.appendSeconds.startTimer();
    await inStep('ingest log append', APPEND_SPAN, () => deps.log.appendEvents(batch));
    stopTimer();
    deps.metrics.eventsAccepted.inc(batch.events.length);
    return OK;
  };

  return createV0Handler(deps, { family: 'capture', maxBodyBytes: MAX_BODY_BYTES, take });
}
