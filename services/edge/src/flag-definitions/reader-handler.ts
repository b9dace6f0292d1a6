import type { IncomingMessage } from 'node:http';
import { isOverQuota } from '@tidemark/domain';
import type { Logger, SealedBox } from '@tidemark/platform';
import { ApiError, throttled } from '@tidemark/platform';
import type { AuthorizeReader, Reader } from '../access/authorize-reader';
import type { EdgeMetrics } from '../edge-metrics';
import type { FlagDirectory } from '../projects/flag-directory';
import type { EdgeResponse } from '../http/edge-response';
import { empty, json } from '../http/edge-response';
import { apiErrorResponse } from '../http/api-error-response';
import { preflightHeaders } from '../http/cors';
import type { Target } from '../http/target';
import { ProjectStoreDownError } from '../projects/project-directory';
import type { DefinitionDocuments } from './definition-documents';
import { entityTagHeader, namesEntityTag } from '../http/entity-tag';
import type { ReaderLimiter } from './reader-limiter';
import { sendsCohorts, sentToken, storeDown } from './reader-request';
import type { ReaderTarget } from './reader-target';
import { remotePayload } from './remote-payload';
import type { FlagUsage } from '../usage/flag-usage';

/** Handles requests of servers that read definitions with a key. */
export type ReaderHandler = (
  request: IncomingMessage,
  target: Target,
  asked: ReaderTarget,
) => Promise<EdgeResponse>;

const ALLOW = 'GET,HEAD,OPTIONS';
const CACHE = ['Cache-Control', 'no-store'];
/** PostHog sends `private, must-revalidate`; Tidemark adds `no-store`. SDKs keep the document in memory. */
const DEFINITIONS_CACHE = ['Cache-Control', 'private, must-revalidate, no-store'];
/** After this response, SDKs discard their flags and stop requesting them from the server. */
const QUOTA_USED_UP = json(402, {
  type: 'quota_limited',
  code: 'payment_required',
  detail: 'The feature flag requests of this project have used up their quota.',
  attr: null,
});

/**
 * Serves flag definitions and payloads: `docs/wire/flags-management.md#remote-config-payload` and
 * `docs/wire/flags-management.md#local-evaluation-etag`. A poll that finds no change reads no store.
 */
export function createReaderHandler(deps: {
  readonly authorize: AuthorizeReader;
  readonly documents: DefinitionDocuments;
  readonly flags: FlagDirectory;
  readonly limiter: ReaderLimiter;
  /** Decrypts payloads; null if no key is configured. */
  readonly payloadBox: SealedBox | null;
  readonly metrics: EdgeMetrics;
  readonly usage: Pick<FlagUsage, 'count'>;
  readonly logger: Logger;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): ReaderHandler {
  const definitions = async (
    reader: Reader,
    { headers }: IncomingMessage,
    withCohorts: boolean,
  ): Promise<EdgeResponse> => {
    const { project } = reader;
    if (isOverQuota(project.quotaLimits, 'feature_flags', deps.now())) {
      deps.metrics.overQuota.inc({ resource: 'feature_flags' });
      return QUOTA_USED_UP;
    }
    deps.usage.count(project.id);
    const documents = await readable(deps.documents.get(project.id));
    const { body, etag } = withCohorts ? documents : documents.plain;
    const tag = ['ETag', entityTagHeader(etag), ...DEFINITIONS_CACHE];
    if (namesEntityTag(headers['if-none-match'], etag)) return empty(304, tag);
    return { status: 200, body, headers: ['Content-Type', 'application/json', ...tag] };
  };

  const response = async (
    request: IncomingMessage,
    target: Target,
    asked: ReaderTarget,
  ): Promise<EdgeResponse> => {
    const reader = await deps.authorize({
      authorization: request.headers.authorization,
      token: sentToken(target, request.headers),
      project: asked.project,
    });
    const wait = deps.limiter.take(reader.project.id);
    if (wait > 0) throw throttled(wait);
    if (asked.what === 'definitions') {
      return definitions(reader, request, asked.cohorts === 'always' || sendsCohorts(target));
    }
    const { stored } = await readable(deps.flags.get(reader.project.id));
    return remotePayload(stored, asked.flag, reader, deps.payloadBox);
  };

  return async (request, target, asked) => {
    const { method, headers } = request;
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, ALLOW));
    if (method !== 'GET' && method !== 'HEAD') return empty(405, ['Allow', ALLOW]);
    try {
      return uncached(await response(request, target, asked));
    } catch (error) {
      if (error instanceof ApiError) return uncached(apiErrorResponse(error));
      if (!(error instanceof ProjectStoreDownError)) throw error;
      deps.logger.warn(
        { err: error.cause },
        'projects cannot be read, and the token is not cached',
      );
      return uncached(apiErrorResponse(storeDown()));
    }
  };
}

/** Responses to requests with a credential must not be cached, errors included. */
function uncached(response: EdgeResponse): EdgeResponse {
  const { headers } = response;
  return headers.includes('Cache-Control')
    ? response
    : { ...response, headers: [...headers, ...CACHE] };
}

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new ProjectStoreDownError(error);
  }
}
