import type { QueryResponse } from '../cache/cache-keys';
import type { QueryObserver } from '../observe/query-record';
import { startRunWatch } from '../observe/run-watch';
import { prepareQuery } from '../prepared-query';
import type { QueryRequest } from '../query-request';
import type { ResponseDeps } from './build-response';
import { buildResponse } from './build-response';

export type AskDeps = ResponseDeps & { readonly observe: QueryObserver };

/**
 * Computes a query of the product itself: it is not cached and does not count towards limits of the project.
 *
 * @throws HogQLError | QueryError
 */
export async function askQuery(
  deps: AskDeps,
  request: QueryRequest,
  signal?: AbortSignal,
): Promise<QueryResponse> {
  const prepared = prepareQuery(request);
  const watch = startRunWatch(deps.observe, request, { by: 'blocking', startedAt: deps.now() });
  try {
    const response = await buildResponse(deps, prepared, { context: 'blocking', signal, watch });
    watch.end();
    return response;
  } catch (error) {
    watch.end(error);
    throw error;
  }
}
