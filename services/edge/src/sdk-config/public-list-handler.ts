import type { IncomingMessage } from 'node:http';
import type { Logger } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { ProjectLists } from '../projects/project-lists';
import type { EdgeResponse } from '../http/edge-response';
import { empty, json } from '../http/edge-response';
import { preflightHeaders } from '../http/cors';
import type { Target } from '../http/target';
import { TRY_AGAIN } from '../http/unread-response';
import type { ProjectDirectory } from '../projects/project-directory';
import { publicToken } from './public-token';

export type PublicListHandler = (request: IncomingMessage, target: Target) => Promise<EdgeResponse>;

/** Serves `GET` of a list that any page with the project's token may read. */
export function createPublicListHandler<T>(deps: {
  readonly projects: ProjectDirectory;
  readonly lists: ProjectLists<T>;
  readonly body: (list: readonly T[], query: URLSearchParams, project: Project) => object;
  readonly logger: Logger;
}): PublicListHandler {
  return async ({ method, headers }, { query }) => {
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, 'GET,HEAD,OPTIONS'));
    if (method !== 'GET' && method !== 'HEAD') return empty(405, ['Allow', 'GET, HEAD, OPTIONS']);
    try {
      const known = await publicToken(deps.projects, query);
      if ('rejection' in known) return known.rejection;
      return json(200, deps.body(await deps.lists.get(known.project.id), query, known.project));
    } catch (error) {
      deps.logger.warn({ err: error }, 'a public list cannot be read and is not cached');
      return TRY_AGAIN;
    }
  };
}
