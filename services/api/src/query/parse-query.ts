import type { HogQLQueryBody, QueryRequestBody } from '@tidemark/contracts';
import { hogQLQuerySchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import { schemaViolation } from './schema-violation';

/**
 * The query of a request, checked against its kind.
 *
 * @throws ApiError 400 for a kind without a runner, or a body that does not fit its kind
 */
export function parseQuery(query: QueryRequestBody['query']): HogQLQueryBody {
  if (query.kind !== 'HogQLQuery') {
    throw validationError('invalid_input', `Unsupported query kind: ${query.kind}`);
  }
  const parsed = hogQLQuerySchema.safeParse(query, { reportInput: true });
  if (!parsed.success) throw schemaViolation(parsed.error, ['query']);
  return parsed.data;
}

/** `async: true` is the old spelling of `refresh: "async"` and wins over it. */
export function refreshOf(body: QueryRequestBody): NonNullable<QueryRequestBody['refresh']> {
  return body.async === true ? 'async' : (body.refresh ?? 'blocking');
}
