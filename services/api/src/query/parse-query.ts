import type { QueryRequestBody } from '@tidemark/contracts';
import { queryKinds } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { KindedQuery } from '@tidemark/query-engine';
import { findQueryKind, isWrapper } from '@tidemark/query-engine';
import { z } from 'zod';
import { schemaViolation } from './schema-violation';

const MAX_WRAPPERS = 10;
const sourceSchema = z.looseObject({ kind: z.enum(queryKinds) });
const wrapperSchema = z.looseObject({ source: sourceSchema });

/**
 * Reads the query of a request, applies the overrides of the request and checks it against its kind. A node that only
 * displays another query is replaced by that query (`docs/wire/query.md#wrappers`).
 * @param warn receives a sentence for each override that changes nothing
 * @throws ApiError 400 for a kind without a runner, or a body that does not fit its kind
 */
export function parseQuery(
  body: Pick<QueryRequestBody, 'query' | 'filters_override' | 'variables_override'>,
  warn: (text: string) => void = () => undefined,
): KindedQuery {
  const { query, path } = unwrapped(body.query, ['query']);
  const kind = findQueryKind(query.kind);
  if (kind === undefined) {
    throw validationError('invalid_input', `Unsupported query kind: ${query.kind}`);
  }
  const parsed = kind.schema.safeParse(query, { reportInput: true });
  if (!parsed.success) throw schemaViolation(parsed.error, path);
  const { filters_override: filters = null, variables_override: variables = null } = body;
  const overridden = kind.override(parsed.data, {
    filters: filters ?? {},
    variables: variables ?? {},
    warn,
  });
  if (filters === null && variables === null) return { ...overridden, kind: kind.kind };
  // Overrides can make a query invalid.
  const checked = kind.schema.safeParse(overridden, { reportInput: true });
  if (!checked.success) throw schemaViolation(checked.error, path);
  return { ...checked.data, kind: kind.kind };
}

function unwrapped(
  query: QueryRequestBody['query'],
  path: readonly string[],
): { readonly query: QueryRequestBody['query']; readonly path: readonly string[] } {
  if (!isWrapper(query.kind)) return { query, path };
  const parsed = wrapperSchema.safeParse(query, { reportInput: true });
  if (!parsed.success) throw schemaViolation(parsed.error, path);
  if (path.length > MAX_WRAPPERS) {
    throw validationError('invalid_input', 'The query is nested too deep.');
  }
  return unwrapped(parsed.data.source, [...path, 'source']);
}

/** `async: true` is the old spelling of `refresh: "async"` and wins over it. */
export function refreshOf(body: QueryRequestBody): NonNullable<QueryRequestBody['refresh']> {
  return body.async === true ? 'async' : (body.refresh ?? 'blocking');
}
