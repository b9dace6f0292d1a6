import type { EventQuota } from '@tidemark/domain';
import { CaptureError, invalidProjectToken, querySentAt } from '@tidemark/domain';
import type { IngestLogProducer } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import { activeTraceparent, inStep } from '@tidemark/platform';
import type { RequestLimiter } from '@tidemark/redis';
import { charge } from '../body/body-budget';
import type { EdgeMetrics } from '../edge-metrics';
import type { BodyHandlerDeps } from '../http/body-handler';
import { clientIp } from '../http/client-ip';
import { RateLimitedError } from '../limits/rate-limited-error';
import type { ProjectDirectory } from '../projects/project-directory';
import type { BodyReaders } from '../reading/body-readers';
import type { RejectionWarnings } from './rejection-warnings';
import type { CaptureHandler, V0Endpoint } from './v0-handler';
import { createV0Handler, OK } from './v0-handler';

export interface CaptureDeps extends BodyHandlerDeps {
  readonly projects: ProjectDirectory;
  readonly log: IngestLogProducer;
  readonly metrics: EdgeMetrics;
  readonly logger: Logger;
  readonly readers: BodyReaders;
  readonly rejections: RejectionWarnings;
  /** The limit of events of a project; null without a limit. */
  readonly eventLimit: RequestLimiter | null;
  /** Whether an unknown token gets status 200 and its events are dropped, as PostHog does. */
  readonly acceptUnknownTokens: boolean;
  readonly trustedProxyHops: number | undefined;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

const MAX_BODY_BYTES = 20 * 1024 * 1024;
export const APPEND_SPAN = { kind: 'producer' } as const;

/** Counts events of a project against its limit. @throws RateLimitedError if the limit is exceeded */
export async function takeEvents(
  { eventLimit }: Pick<CaptureDeps, 'eventLimit'>,
  projectId: number,
  count: number,
): Promise<void> {
  const wait = (await eventLimit?.take(String(projectId), count)) ?? 0;
  if (wait > 0) throw new RateLimitedError(wait);
}

/** Counts the events that were dropped because a quota is used up. */
export function countOverQuota(
  metrics: Pick<EdgeMetrics, 'overQuota'>,
  dropped: ReadonlyMap<EventQuota, number>,
): void {
  for (const [resource, count] of dropped) metrics.overQuota.inc({ resource }, count);
}

/** Creates the handler of event capture v0. */
export function createCaptureHandler(deps: CaptureDeps): CaptureHandler {
  const warningOnError = async <T>(projectId: number, work: () => T): Promise<Awaited<T>> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CaptureError && error.warning !== null) {
        deps.rejections.note(projectId, error.warning, 'request');
      }
      throw error;
    }
  };

  const take: V0Endpoint['take'] = (request, target, body, hold) => {
    const { headers } = request;
    const source = {
      body,
      contentType: headers['content-type'],
      contentEncoding: headers['content-encoding'],
      query: target.query,
    };
    const unnamedEvent = target.path === '/engage' ? '$identify' : undefined;
    return deps.readers.capture(source, unnamedEvent, async (open) => {
      charge(hold, open.inflatedBytes);
      if (open.events === 0) return OK;
      const project = await deps.projects.findByToken(open.token());
      if (project === null) {
        if (deps.acceptUnknownTokens) return OK;
        throw invalidProjectToken('unknown');
      }
      await takeEvents(deps, project.id, open.events);
      const accepted = await warningOnError(project.id, () =>
        open.accept({
          teamId: project.id,
          quotaLimits: project.quotaLimits,
          now: deps.now(),
          querySentAt: querySentAt(target.query.get('sent_at') ?? target.query.get('_')),
          ip: clientIp(request, deps.trustedProxyHops),
          trace: activeTraceparent(),
        }),
      );
      countOverQuota(deps.metrics, accepted.dropped);
      if (accepted.events === 0) return OK;
      const stopTimer = deps.metrics.appendSeconds.startTimer();
      await inStep('ingest log append', APPEND_SPAN, () => accepted.append(deps.log));
      stopTimer();
      deps.metrics.eventsAccepted.inc(accepted.events);
      return OK;
    });
  };

  return createV0Handler(deps, { family: 'capture', maxBodyBytes: MAX_BODY_BYTES, take });
}
