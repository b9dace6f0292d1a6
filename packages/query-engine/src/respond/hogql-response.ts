import type { CompiledQuery } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import { wireRows } from './wire-rows';

/** Body of a finished `HogQLQuery` (`wire/query.md` §1.3): every key present, null when it says nothing. */
export interface HogQLQueryResponse {
  results: unknown[][];
  columns: string[];
  /** `[name, ClickHouse type]`. */
  types: [string, string][];
  hogql: string;
  query: string;
  clickhouse: string | null;
  hasMore: boolean | null;
  limit: number | null;
  offset: number | null;
  error: null;
  explain: null;
  metadata: null;
  timings: null;
  modifiers: Record<string, unknown>;
  warnings: string[] | null;
  resolved_date_range: null;
  resolved_compare_date_range: null;
  is_cached: boolean;
  last_refresh: string;
  next_allowed_client_refresh: string;
  cache_target_age: string | null;
  cache_key: string;
  timezone: string;
  query_status: null;
  calculation_trigger: null;
  query_metadata: null;
}

const NEXT_REFRESH_MS = 60_000;

/** Rows as the engine gave them → the wire's envelope. `startedAt` is when the calculation began. */
export function hogqlResponse(input: {
  readonly compiled: CompiledQuery;
  readonly source: string;
  readonly rows: unknown[][];
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly modifiers: Readonly<Record<string, unknown>>;
  readonly project: QueryProject;
  readonly startedAt: Date;
  readonly cacheKey: string;
}): HogQLQueryResponse {
  const { compiled, rows, meta, startedAt } = input;
  const page = compiled.pagination;
  const hasMore = page === null ? null : rows.length > page.limit;
  return {
    results: wireRows(page === null ? rows : rows.slice(0, page.limit), meta),
    columns: [...compiled.columns],
    types: meta.map(({ name, type }, i) => [compiled.columns[i] ?? name, type]),
    hogql: compiled.hogql,
    query: input.source,
    clickhouse: compiled.sql,
    hasMore,
    limit: page?.limit ?? null,
    offset: page?.offset ?? null,
    error: null,
    explain: null,
    metadata: null,
    timings: null,
    modifiers: { ...input.modifiers },
    warnings: compiled.warnings.length === 0 ? null : [...compiled.warnings],
    resolved_date_range: null,
    resolved_compare_date_range: null,
    is_cached: false,
    last_refresh: startedAt.toISOString(),
    next_allowed_client_refresh: new Date(startedAt.getTime() + NEXT_REFRESH_MS).toISOString(),
    // Nothing is cached yet, so no age is promised.
    cache_target_age: null,
    cache_key: input.cacheKey,
    timezone: input.project.timezone,
    query_status: null,
    calculation_trigger: null,
    query_metadata: null,
  };
}
