import type { CompiledQuery } from '@tidemark/hogql';
import type { ExecutedRows } from '../../execute/statement-runner';
import type { KindContext } from '../kind';
import { timingsOf } from '../timings';

/** The keys that responses of `EventsQuery` and `ActorsQuery` share (`docs/wire/query.md#rows-response`). */
export function rowsResponse(input: {
  readonly body: { readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined };
  readonly compiled: CompiledQuery;
  readonly executed: ExecutedRows;
  readonly columns: readonly string[];
  readonly results: readonly (readonly unknown[])[];
  readonly context: KindContext;
}) {
  const { body, compiled, executed, columns, results, context } = input;
  return {
    results,
    columns,
    /** The engine's types as [column, type]; a column that the statement adds after the client's is left out. */
    types: executed.meta.slice(0, columns.length).map(({ type }) => type),
    hogql: compiled.hogql,
    error: null,
    timings: timingsOf(body, context),
    modifiers: { ...body.modifiers },
    warnings: compiled.warnings.length === 0 ? null : compiled.warnings,
    hasMore: executed.rows.length > (compiled.pagination?.limit ?? Infinity),
    limit: compiled.pagination?.limit ?? null,
    offset: compiled.pagination?.offset ?? null,
    resolved_date_range: null,
    resolved_compare_date_range: null,
  };
}
