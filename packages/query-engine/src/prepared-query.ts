import { cacheKeyOf } from './cache/cache-key';
import type { RegisteredKind } from './kinds/kind';
import { findQueryKind } from './kinds/registry';
import { QueryError } from './query-error';
import type { QueryRequest } from './query-request';

/** A request with the data that all steps need, prepared once per request. */
export interface PreparedQuery {
  readonly request: QueryRequest;
  readonly kind: RegisteredKind;
  /** The query as the schema of its kind returns it. */
  readonly body: object;
  /** The cache key: equal for queries that must give equal results. */
  readonly key: string;
}

/** Prepares a request whose query was checked by the schema of its kind. @throws QueryError 400 for a kind without a runner */
export function prepareQuery(request: QueryRequest): PreparedQuery {
  const { kind: name } = request.query;
  const kind = findQueryKind(name);
  if (kind === undefined) {
    const detail = `Unsupported query kind: ${name}`;
    throw new QueryError(400, 'validation_error', 'invalid_input', detail, true);
  }
  return { request, kind, body: request.query, key: cacheKeyOf(request) };
}

/**
 * Prepares a request from a store, which another build may have validated.
 *
 * @throws QueryError, ZodError
 */
export function prepareStoredQuery(request: QueryRequest): PreparedQuery {
  const prepared = prepareQuery(request);
  return { ...prepared, body: prepared.kind.schema.parse(request.query) };
}
