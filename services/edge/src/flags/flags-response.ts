import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Evaluation } from '@tidemark/flag-engine';
import { shapeEvaluation } from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import { FlagsError } from '../body/flags-error';
import type { EdgeResponse } from '../http/edge-response';
import { json, text } from '../http/edge-response';
import { ProjectStoreDownError } from '../projects/project-directory';
import { MINIMAL_CONFIG_FIELDS } from '../sdk-config/config-fields';
import type { ConfigSettings, ProjectConfig } from '../sdk-config/project-config';
import { projectConfig } from '../sdk-config/project-config';
import type { FlagsQuery } from './flags-query';

/** The evaluation for a request that disables flags. */
export const NO_FLAGS: Evaluation = { results: new Map(), errorsWhileComputing: false };

/** The evaluation for a project whose quota of flag requests is used up; responses name the quota. */
export const OVER_QUOTA: Evaluation = { results: new Map(), errorsWhileComputing: false };

/** A UUID with or without hyphens. */
const UUID = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/i;

/**
 * Returns an evaluation in the format of the endpoint and version, with the fields of every response.
 *
 * @param surveys whether the project has surveys; a configuration field reports it.
 */
export function flagsResponse(
  evaluation: Evaluation,
  query: FlagsQuery,
  request: IncomingMessage,
  project: ConfigSettings,
  surveys: boolean,
  now: number,
): EdgeResponse {
  const config: Partial<ProjectConfig> = query.config
    ? { ...projectConfig(project, request.headers, now), surveys }
    : {};
  const exceptions = query.endpoint === 'decide' && config.autocaptureExceptions === true;
  const quotaLimited = [
    ...(evaluation === OVER_QUOTA ? ['feature_flags'] : []),
    ...(config.quotaLimited ?? []),
  ];
  return json(200, {
    ...shapeEvaluation(query.endpoint, query.version, evaluation),
    ...stamp(request, now),
    ...config,
    ...(exceptions && { autocaptureExceptions: { endpoint: '/e/' } }),
    ...(quotaLimited.length > 0 && { quotaLimited }),
  });
}

/** The response to GET and HEAD: no flags, in the format of the endpoint and version. */
export function minimalResponse(
  query: FlagsQuery,
  request: IncomingMessage,
  now: number,
): EdgeResponse {
  return json(200, {
    ...shapeEvaluation(query.endpoint, query.version, NO_FLAGS),
    ...stamp(request, now),
    ...MINIMAL_CONFIG_FIELDS,
  });
}

function stamp(
  { headers }: IncomingMessage,
  now: number,
): { readonly requestId: string; readonly evaluatedAt: number } {
  const sent = headers['x-request-id'];
  return {
    requestId:
      typeof sent === 'string' && UUID.test(sent)
        ? sent.toLowerCase().replace(UUID, '$1-$3-$4-$5-$6')
        : randomUUID(),
    evaluatedAt: now,
  };
}

/**
 * Returns the response to a request for which no flags can be returned.
 *
 * @throws the error itself unless it is a FlagsError or ProjectStoreDownError.
 */
export function errorResponse(error: unknown, logger: Logger): EdgeResponse {
  if (error instanceof FlagsError) {
    const { status, body, headers } = error;
    return typeof body === 'string' ? text(status, body, headers) : json(status, body, headers);
  }
  if (!(error instanceof ProjectStoreDownError)) throw error;
  logger.warn({ err: error.cause }, 'projects cannot be read, and the token is not cached');
  return text(503, 'The project store is unavailable. Please try again.', ['Retry-After', '1']);
}
