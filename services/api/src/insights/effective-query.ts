import type { StoredQuery } from '@tidemark/postgres';
import { isWrapper } from '@tidemark/query-engine';
import type { InsightOutcome } from './insight-body';
import { checkedQuery } from './insight-result';

const OVERRIDES = ['filters_override', 'variables_override'] as const;

/**
 * The query that an insight was run with, inside the nodes that display it: the saved one with the overrides of the
 * request, as in PostHog.
 *
 * @throws ApiError 400 for a query that cannot be run, and for invalid overrides
 */
function effectiveQuery(
  query: StoredQuery | null,
  parameters: URLSearchParams,
): StoredQuery | null {
  const isOverridden = OVERRIDES.some((name) => (parameters.get(name) ?? '') !== '');
  if (query === null || !isOverridden) return query;
  return withSource(query, checkedQuery(query, parameters));
}

/** The query in the body of an insight: the one that was run; if it could not be run, the saved one. */
export function shownQuery(
  query: StoredQuery | null,
  parameters: URLSearchParams,
  { error }: InsightOutcome,
): StoredQuery | null {
  return error === undefined ? effectiveQuery(query, parameters) : query;
}

function withSource(node: StoredQuery, source: StoredQuery): StoredQuery {
  const { kind, source: inner } = node;
  if (typeof kind !== 'string' || !isWrapper(kind) || !isNode(inner)) return source;
  return { ...node, source: withSource(inner, source) };
}

function isNode(value: unknown): value is StoredQuery {
  return typeof value === 'object' && value !== null;
}
