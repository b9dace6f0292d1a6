import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bearerToken } from '@tidemark/access';
import { isOverQuota } from '@tidemark/domain';
import { ALL_FLAGS } from '@tidemark/flag-engine';
import type { Project } from '@tidemark/postgres';
import type { BodyHold } from '../body/body-budget';
import type { FlagsLimits } from '../body/decode-flags-body';
import { decodeFlagsBody } from '../body/decode-flags-body';
import { FlagsError } from '../body/flags-error';
import type { EdgeMetrics } from '../edge-metrics';
import { callerRuntime } from '../flags/caller-runtime';
import { edgeBusy } from '../flags/flags-errors';
import type { EvaluatedRequest, RequestEvaluator } from '../flags/request-evaluator';
import type { EdgeResponse } from '../http/edge-response';
import { empty, json } from '../http/edge-response';
import type { BodyHandlerDeps } from '../http/body-handler';
import { createBodyHandler } from '../http/body-handler';
import { preflightHeaders } from '../http/cors';
import { unreadResponse } from '../http/unread-response';
import { entityTagHeader, namesEntityTag } from '../http/entity-tag';
import type { ProjectDirectory } from '../projects/project-directory';
import { ProjectStoreDownError } from '../projects/project-directory';
import type { FlagUsage } from '../usage/flag-usage';
import type { OfrepFailure, OfrepFlag } from './evaluated-flag';
import { disabledFlag, evaluatedFlag } from './evaluated-flag';
import { OfrepError, ofrepErrorResponse } from './ofrep-error';
import type { OfrepTarget } from './ofrep-target';
import type { ContextRequest } from './read-context';
import { readContext } from './read-context';

export interface OfrepDeps extends BodyHandlerDeps {
  readonly projects: ProjectDirectory;
  readonly evaluate: RequestEvaluator;
  readonly metrics: EdgeMetrics;
  readonly usage: Pick<FlagUsage, 'count'>;
  readonly inflate: FlagsLimits;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

/** Resolves with null if the client has disconnected. */
export type OfrepHandler = (
  request: IncomingMessage,
  target: OfrepTarget,
) => Promise<EdgeResponse | null>;

const ALLOW = 'POST,OPTIONS';
const MAX_BODY_BYTES = 1024 * 1024;
const TOO_LARGE = `Request body too large: a body may have ${MAX_BODY_BYTES} bytes`;
const QUOTA_RETRY_SECONDS = 60;
const TAG_LENGTH = 16;
const NO_QUERY = new URLSearchParams();

/**
 * Creates the handler of `POST /ofrep/v1/evaluate/flags` and `…/{key}`: the OpenFeature Remote Evaluation Protocol,
 * which every OpenFeature SDK supports. The project's public token is the API key. A request for one flag counts as
 * one of a server, a request for all flags as one of a client, unless its headers show the runtime.
 */
export function createOfrepHandler(deps: OfrepDeps): OfrepHandler {
  const findProject = async ({ headers }: IncomingMessage): Promise<Project> => {
    const apiKey = headers['x-api-key'];
    const token = typeof apiKey === 'string' ? apiKey.trim() : bearerToken(headers.authorization);
    const project = token === null || token === '' ? null : await deps.projects.findByToken(token);
    if (project !== null) return project;
    throw new OfrepError(401, 'GENERAL', 'The API key must be the token of a project.', [
      'WWW-Authenticate',
      'Bearer',
    ]);
  };

  const parse = ({ headers }: IncomingMessage, body: Buffer, hold: BodyHold): ContextRequest => {
    const [contentType, contentEncoding] = [headers['content-type'], headers['content-encoding']];
    const charge = (bytes: number): void => {
      if (!hold.take(bytes, 'inflated')) throw edgeBusy();
    };
    const sent = { body, contentType, contentEncoding, query: NO_QUERY };
    return readContext(decodeFlagsBody(sent, { ...deps.inflate, charge }));
  };

  const evaluate = async (
    request: IncomingMessage,
    body: Buffer,
    hold: BodyHold,
    flagKey: string | null,
  ): Promise<EvaluatedRequest> => {
    const project = await findProject(request);
    const sent = parse(request, body, hold);
    if (isOverQuota(project.quotaLimits, 'feature_flags', deps.now())) {
      deps.metrics.overQuota.inc({ resource: 'feature_flags' });
      const wait = ['Retry-After', String(QUOTA_RETRY_SECONDS)];
      throw new OfrepError(429, 'GENERAL', 'The quota of flag requests is used up.', wait);
    }
    deps.usage.count(project.id);
    const usual = flagKey === null ? 'client' : 'server';
    const runtime = callerRuntime(null, request.headers) ?? usual;
    const evaluated = await deps.evaluate(
      project,
      // The address of a server is not that of the person.
      { ...sent, geoipDisable: sent.geoipDisable || runtime !== 'client' },
      sent.distinctId,
      { ...ALL_FLAGS, runtime, flagKeys: flagKey === null ? null : [flagKey] },
      request,
    );
    if (evaluated.flags === null) {
      const wait = ['Retry-After', '1'];
      throw new OfrepError(503, 'GENERAL', 'Flags are temporarily unavailable.', wait);
    }
    if (evaluated.evaluation.errorsWhileComputing) deps.metrics.flagErrors.inc();
    return evaluated;
  };

  return createBodyHandler<OfrepTarget>(deps, {
    family: 'ofrep',
    maxBytes: MAX_BODY_BYTES,
    withoutBody: ({ method, headers }) => {
      if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, ALLOW));
      return method === 'POST' ? null : empty(405, ['Allow', ALLOW]);
    },
    unread: (read) => unreadResponse(read, TOO_LARGE),
    take: async (request, { flagKey }, body, hold) => {
      const evaluated = await evaluate(request, body, hold, flagKey);
      return flagKey === null ? allFlags(evaluated, request) : oneFlag(evaluated, flagKey);
    },
    rejected: (error, _request, { flagKey }) => {
      const rejection = errorOf(error);
      return {
        reason: rejection.code.toLowerCase(),
        response: ofrepErrorResponse(rejection, flagKey),
      };
    },
  });
}

/** Returns the requested flags and the flags that they depend on. */
function returnedFlags({ evaluation, flags }: EvaluatedRequest): (OfrepFlag | OfrepFailure)[] {
  const remote = new Set(
    flags?.stored.flatMap(({ id, isRemoteConfiguration }) => (isRemoteConfiguration ? [id] : [])),
  );
  return Array.from(evaluation.results.values(), (result) =>
    evaluatedFlag(result, flags?.compiled.byId.get(result.id), remote.has(result.id)),
  );
}

function oneFlag(evaluated: EvaluatedRequest, flagKey: string): EdgeResponse {
  const flag = returnedFlags(evaluated).find(({ key }) => key === flagKey);
  if (flag !== undefined) return json('errorCode' in flag ? 400 : 200, flag);
  const stored = evaluated.flags?.stored.find(({ key }) => key === flagKey);
  if (stored?.active === false) return json(200, disabledFlag(flagKey));
  throw new OfrepError(404, 'FLAG_NOT_FOUND', 'There is no such flag.');
}

function allFlags(evaluated: EvaluatedRequest, { headers }: IncomingMessage): EdgeResponse {
  const body = JSON.stringify({ flags: returnedFlags(evaluated) });
  const tag = createHash('sha256').update(body).digest('hex').slice(0, TAG_LENGTH);
  const about = [
    ...['ETag', entityTagHeader(tag), 'Cache-Control', 'private, no-cache'],
    // Scripts in browsers can read only these headers.
    ...['Access-Control-Expose-Headers', 'ETag, Retry-After'],
  ];
  if (namesEntityTag(headers['if-none-match'], tag)) return empty(304, about);
  return { status: 200, body, headers: ['Content-Type', 'application/json', ...about] };
}

function errorOf(error: unknown): OfrepError {
  if (error instanceof OfrepError) return error;
  if (error instanceof FlagsError) {
    const code = error.status === 400 ? 'PARSE_ERROR' : 'GENERAL';
    return new OfrepError(error.status, code, error.message);
  }
  if (error instanceof ProjectStoreDownError) {
    return new OfrepError(503, 'GENERAL', error.message, ['Retry-After', '1']);
  }
  throw error;
}
