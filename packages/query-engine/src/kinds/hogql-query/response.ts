import type { HogQLQueryBody } from '@tidemark/contracts';
import type { CompiledQuery } from '@tidemark/hogql';
import type { ExecutedRows } from '../../execute/run-hogql';
import { wireRows } from '../../respond/wire-rows';
import type { KindContext } from '../kind';
import { timingsOf } from '../timings';

/** The keys of a `HogQLQuery`'s answer (`wire/query.md` §1.3): each present, null when it says nothing. */
export interface HogQLQueryAnswer {
  results: unknown[][];
  columns: string[] | null;
  /** `[name, ClickHouse type]`. */
  types: [string, string][] | null;
  hogql: string | null;
  query: string;
  clickhouse: string | null;
  hasMore: boolean | null;
  limit: number | null;
  offset: number | null;
  error: string | null;
  explain: readonly string[] | null;
  metadata: object | null;
  timings: readonly object[] | null;
  modifiers: Record<string, unknown>;
  warnings: string[] | null;
  resolved_date_range: null;
  resolved_compare_date_range: null;
}

/** Rows as the engine gave them → the wire's keys. */
export function hogqlAnswer(input: {
  readonly body: HogQLQueryBody;
  readonly compiled: CompiledQuery;
  readonly executed: ExecutedRows;
  readonly explain: readonly string[] | null;
  /** What an editor would show of the statement. */
  readonly metadata: object | null;
  readonly context: KindContext;
}): HogQLQueryAnswer {
  const { body, compiled, context } = input;
  const { rows, meta } = input.executed;
  const page = compiled.pagination;
  return {
    results: wireRows(page === null ? rows : rows.slice(0, page.limit), meta),
    columns: [...compiled.columns],
    types: meta.map(({ name, type }, i) => [compiled.columns[i] ?? name, type]),
    hogql: compiled.hogql,
    query: body.query,
    clickhouse: compiled.sql,
    hasMore: page === null ? null : rows.length > page.limit,
    limit: page?.limit ?? null,
    offset: page?.offset ?? null,
    error: null,
    explain: input.explain,
    metadata: input.metadata,
    timings: timingsOf(body, context),
    modifiers: { ...body.modifiers },
    warnings: compiled.warnings.length === 0 ? null : [...compiled.warnings],
    resolved_date_range: null,
    resolved_compare_date_range: null,
  };
}

/** A mistake told inside the debug output instead of as an HTTP error. */
export function failedAnswer(
  body: HogQLQueryBody,
  message: string,
  context: KindContext,
): HogQLQueryAnswer {
  return {
    results: [],
    columns: null,
    types: null,
    hogql: null,
    query: body.query,
    clickhouse: null,
    hasMore: null,
    limit: null,
    offset: null,
    error: message,
    explain: null,
    metadata: null,
    timings: timingsOf(body, context),
    modifiers: { ...body.modifiers },
    warnings: null,
    resolved_date_range: null,
    resolved_compare_date_range: null,
  };
}
