import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { COOKIELESS_SENTINEL, isOverQuota } from '@tidemark/domain';
import type { Evaluation } from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { BodyHold } from '../body/body-budget';
import type { FlagsLimits } from '../body/decode-flags-body';
import { decodeFlagsBody, MAX_FLAGS_BYTES } from '../body/decode-flags-body';
import { FlagsError } from '../body/flags-error';
import type { EdgeMetrics } from '../edge-metrics';
import type { EdgeResponse } from '../http/edge-response';
import { empty } from '../http/edge-response';
import type { BodyHandlerDeps, Rejection } from '../http/body-handler';
import { createBodyHandler } from '../http/body-handler';
import { clientIp } from '../http/client-ip';
import { preflightHeaders } from '../http/cors';
import { unreadResponse } from '../http/unread-response';
import type { Target } from '../http/target';
import type { ProjectDirectory } from '../projects/project-directory';
import { callerRuntime } from './caller-runtime';
import {
  flagsResponse,
  minimalResponse,
  NO_FLAGS,
  OVER_QUOTA,
  errorResponse,
} from './flags-response';
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
import type { FlagsRequest } from './read-flags-request';
import { readFlagsRequest } from './read-flags-request';
import type { RequestEvaluator } from './request-evaluator';
import { NOTHING_KNOWN } from './request-evaluator';
import type { TokenBuckets } from '../limits/token-buckets';
import type { FlagUsage } from '../usage/flag-usage';

export interface FlagsDeps extends BodyHandlerDeps {
  readonly projects: ProjectDirectory;
  readonly evaluate: RequestEvaluator;
  readonly visitorId: VisitorId;
  readonly metrics: EdgeMetrics;
  readonly usage: Pick<FlagUsage, 'count'>;
  readonly logger: Logger;
  readonly inflate: FlagsLimits;
  /** The limit of requests by project. */
  readonly rate: TokenBuckets<number>;
  /** The limit of requests by address of the client; null without a limit. */
  readonly addressRate: TokenBuckets<string> | null;
  readonly trustedProxyHops: number | undefined;
  /** Whether a project has surveys to show. Never rejects. */
  readonly hasSurveys: (project: Project) => Promise<boolean>;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

/** Handles one request of `/flags` or `/decide`; null if the client has disconnected. */
export type FlagsHandler = (
  request: IncomingMessage,
  target: Target,
  endpoint: FlagsQuery['endpoint'],
) => Promise<EdgeResponse | null>;

/** The parameters in the path and query of a request. */
interface Asked {
  readonly target: Target;
  readonly query: FlagsQuery;
}

/** Returns `decide` if a proxy sent a decide request to `/flags` (`docs/wire/flags.md#original-endpoint`). */
function endpointOf(
  asked: FlagsQuery['endpoint'],
  headers: IncomingHttpHeaders,
): FlagsQuery['endpoint'] {
  return headers['x-original-endpoint'] === 'decide' ? 'decide' : asked;
}

const TOO_LARGE = `Request body too large: a body may have ${MAX_FLAGS_BYTES} bytes`;
const ALLOW = ['Allow', 'GET, POST, OPTIONS, HEAD'];

export function createFlagsHandler(deps: FlagsDeps): FlagsHandler {
  const rejected = (error: unknown): Rejection => ({
    response: errorResponse(error, deps.logger),
    reason: error instanceof FlagsError ? error.reason : 'store_unavailable',
  });
  const handle = createBodyHandler<Asked>(deps, {
    family: 'flags',
    maxBytes: MAX_FLAGS_BYTES,
    withoutBody: (request, { query }) => {
      const { method, headers } = request;
      if (method === 'OPTIONS') {
        return empty(200, preflightHeaders(headers, 'GET,POST,OPTIONS,HEAD'));
      }
      if (method === 'GET' || method === 'HEAD') return minimalResponse(query, request, deps.now());
      if (method !== 'POST') return empty(405, ALLOW);
      const wait = deps.addressRate?.take(clientIp(request, deps.trustedProxyHops) ?? '') ?? 0;
      if (wait === 0) return null;
      const { reason, response } = rejected(rateLimited(wait));
      deps.metrics.rejections.inc({ family: 'flags', reason });
      return response;
    },
    unread: (read) => unreadResponse(read, TOO_LARGE),
    take: (request, asked, body, hold) => evaluated(deps, request, asked, body, hold),
    rejected,
  });
  return (request, target, endpoint) => {
    const query = readFlagsQuery(endpointOf(endpoint, request.headers), target.query);
    return handle(request, { target, query });
  };
}

/** @throws FlagsError | ProjectStoreDownError */
async function evaluated(
  deps: FlagsDeps,
  request: IncomingMessage,
  { target, query }: Asked,
  body: Buffer,
  hold: BodyHold,
): Promise<EdgeResponse> {
  const { headers } = request;
  const sent = sentRequest(deps, headers, target, body, hold);
  const project = await findProject(deps, sent.token);
  const wait = deps.rate.take(project.id);
  if (wait > 0) throw rateLimited(wait);
  const response = async (evaluation: Evaluation): Promise<EdgeResponse> => {
    const surveys = query.config && (await deps.hasSurveys(project));
    return flagsResponse(evaluation, query, request, project, surveys, deps.now());
  };
  if (sent.disableFlags) return response(NO_FLAGS);
  if (sent.distinctId === null) throw distinctIdMissing();
  if (isOverQuota(project.quotaLimits, 'feature_flags', deps.now())) {
    deps.metrics.overQuota.inc({ resource: 'feature_flags' });
    return response(OVER_QUOTA);
  }
  deps.usage.count(project.id);
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
  // The two oldest response formats cannot report missing flags. After an error, SDKs keep the flags they have.
  if (evaluation === NOTHING_KNOWN && query.endpoint === 'decide' && query.version < 3) {
    throw flagStoreDown();
  }
  return response(evaluation);
}

/** @throws FlagsError */
function sentRequest(
  { inflate }: FlagsDeps,
  headers: IncomingHttpHeaders,
  { query }: Target,
  body: Buffer,
  hold: BodyHold,
): FlagsRequest {
  const [contentType, contentEncoding] = [headers['content-type'], headers['content-encoding']];
  const charge = (bytes: number): void => {
    if (!hold.take(bytes, 'inflated')) throw edgeBusy();
  };
  const source = { body, contentType, contentEncoding, query };
  return readFlagsRequest(decodeFlagsBody(source, { ...inflate, charge }));
}

/** @throws FlagsError | ProjectStoreDownError */
async function findProject({ projects }: FlagsDeps, token: string | undefined): Promise<Project> {
  if (token === undefined) throw tokenMissing();
  const project = await projects.findByToken(token.trim());
  if (project === null) throw tokenUnknown();
  return project;
}
