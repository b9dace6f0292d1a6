import { QueryError } from '../query-error';
import type { KindedQuery } from '../query-request';
import type { QueryOverrides } from './overrides';
import { findQueryKind, isWrapper } from './registry';

const MAX_WRAPPERS = 10;

/**
 * The query of a saved insight: without the nodes that only display it, parsed by the schema of its kind, with
 * overrides applied.
 *
 * @throws QueryError for a query that is not supported here
 */
export function readStoredQuery(
  stored: Readonly<Record<string, unknown>>,
  filters: QueryOverrides['filters'],
  variables: QueryOverrides['variables'] = {},
): KindedQuery {
  const query = unwrapped(stored, 0);
  const kind = findQueryKind(String(query['kind']));
  const parsed = kind?.schema.safeParse(query);
  if (kind === undefined || parsed?.success !== true) {
    const detail = 'The query of the insight cannot be run any more.';
    throw new QueryError(400, 'validation_error', 'invalid_input', detail, true);
  }
  return { ...kind.override(parsed.data, { filters, variables }), kind: kind.kind };
}

function unwrapped(
  query: Readonly<Record<string, unknown>>,
  depth: number,
): Readonly<Record<string, unknown>> {
  const { kind, source } = query;
  if (depth >= MAX_WRAPPERS || typeof kind !== 'string' || !isWrapper(kind)) return query;
  if (typeof source !== 'object' || source === null) return query;
  return unwrapped(source as Readonly<Record<string, unknown>>, depth + 1);
}
