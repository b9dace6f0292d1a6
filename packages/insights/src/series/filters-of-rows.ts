import type { TrendsQuery } from '@tidemark/contracts';

/** Types of filters of an insight that apply to rows of tables; an expression may be for rows or events. */
const FILTERS_ROWS: ReadonlySet<unknown> = new Set(['data_warehouse', 'hogql']);

const MAX_DEPTH = 20;

/**
 * The filters of a whole insight that are on rows of tables: filters on events and persons do not apply to rows, as
 * in PostHog. A group that loses all of its filters matches everything.
 */
export function filtersOfRows(tree: TrendsQuery['properties']): TrendsQuery['properties'] {
  return rowFilters(tree, 0) as TrendsQuery['properties'];
}

function rowFilters(tree: unknown, depth: number): unknown {
  // The compiler of filters rejects deeper nesting.
  if (depth > MAX_DEPTH || typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    return tree.filter(isOfRows).map((inner: unknown) => rowFilters(inner, depth + 1));
  }
  return 'values' in tree ? { ...tree, values: rowFilters(tree.values, depth + 1) } : tree;
}

function isOfRows(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null || 'values' in filter) return true;
  return FILTERS_ROWS.has('type' in filter ? filter.type : 'event');
}
