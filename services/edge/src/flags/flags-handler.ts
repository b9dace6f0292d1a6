import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { COOKIELESS_SENTINEL, isOverQuota } from '@tidemark/domain';
import type { Evaluation } from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { BodyBudget, BodyHold } from '../body/body-budget';
import type { InflateLimits } from '../body/decode-capture-body';
import { decodeFlagsBody } from '../body/decode-flags-body';
import { FlagsRefusal } from '../body/flags-refusal';
import type { EdgeMetrics } from '../edge-metrics';
import type { Answer } from '../http/answer';
import { empty } from '../http/answer';
import { clientIp } from '../http/client-ip';
import { preflightHeaders } from '../http/cors';
import { readBody } from '../http/read-body';
import { unreadAnswer } from '../http/unread-answer';
import type { Target } from '../http/target';
import type { ProjectDirectory } from '../projects/project-directory';
import { callerRuntime } from './caller-runtime';
import { flagsAnswer, minimalAnswer, NO_FLAGS, refusalAnswer } from './flags-answer';
import {
  distinctIdMissing,
  edgeBusy,
  flagStoreDown,
  rateLimited,
  tokenMissing,
  tokenUnknown,
} from './flags-errors';
import type { VisitorId } from './cookieless-visitor';
import type { FlagsQuery } from './flags-query';
import { readFlagsQuery } from './flags-query';
import { readFlagsRequest } from './read-flags-request';
import type { RequestEvaluator } from './request-evaluator';
import type { TokenBuckets } from './token-buckets';
import { NOTHING_KNOWN } from './request-evaluator';

export interface FlagsDeps {
  readonly projects: ProjectDirectory;
  readonly evaluate: RequestEvaluator;
  readonly visitorId: VisitorId;
  readonly metrics: EdgeMetrics;
  readonly logger: Logger;
  readonly inflate: InflateLimits;
  readonly budget: BodyBudget;
  /** How long a client may send nothing of a body. */
  readonly bodyIdleMs: number;
  /** By project. */
  readonly rate: TokenBuckets<number>;
  /** By address of the client; null without a limit. */
  readonly addressRate: TokenBuckets<string> | null;
  readonly trustedProxyHops: number | undefined;
  /** Has a project surveys to show? Never rejects. */
  readonly hasSurveys: (projectId: number) => Promise<boolean>;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

/** Answers one request of `/flags` or `/decide`; null when the client has left. */
export type FlagsHandler = (
  request: IncomingMessage,
  target: Target,
  endpoint: FlagsQuery['endpoint'],
) => Promise<Answer | null>;

/** A proxy that sends decide requests to `/flags` says so (`wire/flags.md` §1.1). */
function endpointOf(
  asked: FlagsQuery['endpoint'],
  headers: IncomingHttpHeaders,
): FlagsQuery['endpoint'] {
  return headers['x-original-endpoint'] === 'decide' ? 'decide' : asked;
}

const MAX_BODY_BYTES = 2 * 1024 * 1024;
const TOO_LARGE = `Request body too large: a body may have ${MAX_BODY_BYTES} bytes`;
const ALLOW = ['Allow', 'GET, POST, OPTIONS, HEAD'];

export function createFlagsHandler(deps: FlagsDeps): FlagsHandler {
  const findProject = async (token: string | undefined): Promise<Project> => {
    if (token === undefined) throw tokenMissing();
    const project = await deps.projects.findByToken(token.trim());
    if (project === null) throw tokenUnknown();
    return project;
  };

  const answerPost = async (
    request: IncomingMessage,
    target: Target,
    query: FlagsQuery,
    body: Buffer,
    hold: BodyHold,
  ): Promise<Answer> => {
    const { headers } = request;
    const sent = readFlagsRequest(
      await decodeFlagsBody(
        {
          body,
          contentType: headers['content-type'],
          contentEncoding: headers['content-encoding'],
          query: target.query,
        },
        {
          ...deps.inflate,
          charge: (bytes) => {
            if (!hold.take(bytes, 'inflated')) throw edgeBusy();
          },
        },
      ),
    );
    const project = await findProject(sent.token);
    const wait = deps.rate.take(project.id);
    if (wait > 0) throw rateLimited(wait);
    const answer = async (evaluation: Evaluation): Promise<Answer> => {
      const surveys = query.config && (await deps.hasSurveys(project.id));
      return flagsAnswer(evaluation, query, request, project, surveys, deps.now());
    };
    if (sent.disableFlags) return answer(NO_FLAGS);
    if (sent.distinctId === null) throw distinctIdMissing();
    if (isOverQuota(project.quotaLimits, 'feature_flags', deps.now())) {
      deps.metrics.overQuota.inc({ resource: 'feature_flags' });
      return answer(NO_FLAGS);
    }
    const distinctId =
      sent.distinctId === COOKIELESS_SENTINEL
        ? await deps.visitorId(project, sent.visitor, request)
        : sent.distinctId;
    const selection = {
      flagKeys: sent.flagKeys,
      runtime: callerRuntime(sent.evaluationRuntime, headers),
      contexts: sent.evaluationContexts,
      onlySurveyFlags: query.onlySurveyFlags,
    };
    const { evaluation } = await deps.evaluate(project, sent, distinctId, selection, request);
    if (evaluation.errorsWhileComputing) deps.metrics.flagErrors.inc();
    // The two oldest shapes cannot say that flags are missing; an error keeps the SDK's own.
    if (evaluation === NOTHING_KNOWN && query.endpoint === 'decide' && query.version < 3) {
      throw flagStoreDown();
    }
    return answer(evaluation);
  };

  const refused = (error: unknown): Answer => {
    const reason = error instanceof FlagsRefusal ? error.reason : 'store_away';
    deps.metrics.refusals.inc({ family: 'flags', reason });
    return refusalAnswer(error, deps.logger);
  };

  return async (request, target, endpoint) => {
    const { method, headers } = request;
    const query = readFlagsQuery(endpointOf(endpoint, headers), target.query);
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, 'GET,POST,OPTIONS,HEAD'));
    if (method === 'GET' || method === 'HEAD') return minimalAnswer(query, request, deps.now());
    if (method !== 'POST') return empty(405, ALLOW);
    const wait = deps.addressRate?.take(clientIp(request, deps.trustedProxyHops) ?? '') ?? 0;
    if (wait > 0) return refused(rateLimited(wait));
    const hold = deps.budget.hold();
    try {
      const read = await readBody(request, {
        maxBytes: MAX_BODY_BYTES,
        idleTimeoutMs: deps.bodyIdleMs,
        hold,
      });
      if (read.outcome !== 'complete') {
        deps.metrics.refusals.inc({ family: 'flags', reason: read.outcome });
        return unreadAnswer(read, TOO_LARGE);
      }
      return await answerPost(request, target, query, read.body, hold);
    } catch (error) {
      return refused(error);
    } finally {
      hold.release();
    }
  };
}
