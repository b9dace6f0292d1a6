import type { HogQLQueryBody } from '@tidemark/contracts';
import type { CompiledQuery } from '@tidemark/hogql';
import type { ExecutedRows } from '../../execute/statement-runner';
import { wireRows } from '../../respond/wire-rows';
import type { KindContext } from '../kind';
import { timingsOf } from '../timings';

/**
 * The keys of a `HogQLQuery`'s response (`docs/wire/query.md#hogql-response`): all are present, null without a value.
 */
export interface HogQLQueryResponse {
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

/** Rows from the engine → the keys of the wire format. */
export function sqlResponse(input: {
  readonly body: HogQLQueryBody;
  readonly compiled: CompiledQuery;
  readonly executed: ExecutedRows;
  readonly explain: readonly string[] | null;
  /** Information about the statement for editors. */
  readonly metadata: object | null;
  readonly context: KindContext;
}): HogQLQueryResponse {
  const { body, compiled, context } = input;
  const { rows, meta } = input.executed;
  const { pagination } = compiled;
  const isCut = pagination !== null && rows.length > pagination.limit;
  // As in PostHog, a set has no pagination; if its result was cut, the response says so.
  const page = pagination?.isOfSet === true && !isCut ? null : pagination;
  const warnings =
    isCut && pagination.isOfSet
      ? [...compiled.warnings, setWarning(pagination.limit)]
      : compiled.warnings;
  return {
    results: wireRows(pagination === null ? rows : rows.slice(0, pagination.limit), meta),
    columns: [...compiled.columns],
    types: meta.map(({ name, type }, i) => [compiled.columns[i] ?? name, type]),
    hogql: compiled.hogql,
    query: body.query,
    clickhouse: compiled.sql,
    hasMore: page === null ? null : isCut,
    limit: page?.limit ?? null,
    offset: page?.offset ?? null,
    error: null,
    explain: input.explain,
    metadata: input.metadata,
    timings: timingsOf(body, context),
    modifiers: { ...body.modifiers },
    warnings: warnings.length === 0 ? null : [...warnings],
    resolved_date_range: null,
    resolved_compare_date_range: null,
  };
}

function setWarning(limit: number): string {
  return `There are more rows than the ${limit} returned: a UNION, INTERSECT or EXCEPT without LIMIT returns at most ${limit} rows. Put a LIMIT after the whole statement for more.`;
}

/** A response whose debug output contains the error, instead of an HTTP error. */
export function failedResponse(
  body: HogQLQueryBody,
  message: string,
  context: KindContext,
): HogQLQueryResponse {
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
