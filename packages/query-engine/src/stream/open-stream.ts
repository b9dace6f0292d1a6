import type { RowStream } from '@tidemark/clickhouse';
import { streamRows } from '@tidemark/clickhouse';
import { withOutputNames } from '@tidemark/hogql';
import { executionSettings } from '../execute/limits';
import type { ExecutionLimits } from '../execute/limits';
import type { ResponseDeps } from '../compute/build-response';
import type { RunWatch } from '../observe/run-watch';
import { engineQueryId } from '../engine-query-id';
import { createKindContext } from '../kinds/context';
import type { KindContext, RowPlan } from '../kinds/kind';
import type { PreparedQuery } from '../prepared-query';
import { QueryError } from '../query-error';
import { engineBytes } from './engine-bytes';
import type { StreamFormat } from './formats';
import { ENGINE_FORMATS, isEngineFormat } from './formats';
import { rowChunks } from './row-chunks';
import type { OpenStream } from './source';
import { sourceEnded, started } from './source';

/** No limit on rows here: the statement sets it, and the engine counts the rows. */
const ANY_ROWS = 1_000_000_000_000;

/**
 * Plans and starts a query whose rows are sent while the engine finds them. More rows than allowed cause an error,
 * never a shorter response.
 *
 * @throws HogQLError, QueryError
 */
export async function openStream(
  deps: ResponseDeps,
  prepared: PreparedQuery,
  run: {
    readonly format: StreamFormat;
    readonly limits: ExecutionLimits;
    readonly escapeFormulas: boolean;
    readonly signal: AbortSignal;
    readonly watch: RunWatch;
  },
): Promise<OpenStream> {
  const { format, limits, signal, watch } = run;
  const { request, kind } = prepared;
  const startedAt = deps.now();
  const contextOf = (id: string): KindContext =>
    createKindContext(
      deps,
      { kind, request: { ...request, queryId: id, maxRows: ANY_ROWS } },
      { ...run, startedAt },
    );
  const plan = await planRows(prepared, contextOf(request.queryId), run);
  const { compiled, columns, cells } = plan;
  const query = {
    name: 'hogql_stream',
    sql: compiled.sql,
    params: compiled.params,
    queryId: engineQueryId(request.project.id, request.queryId),
    projectId: request.project.id,
    settings: {
      ...executionSettings(
        limits,
        JSON.stringify({ project_id: request.project.id, kind: kind.kind }),
      ),
      wait_end_of_query: 0,
    },
    signal,
  };
  if (isEngineFormat(format)) {
    const sql = withOutputNames(compiled.sql, compiled.outputs);
    return engineBytes(deps.clickhouse, { ...query, sql, format: ENGINE_FORMATS[format] }, watch);
  }
  const rows = await started(() => streamRows(deps.clickhouse, query));
  // Statements that cells need while the main one runs have a different id.
  const beside = contextOf(`${request.queryId}:cells`);
  const chunks = rowChunks(rows, {
    format,
    columns,
    limit: compiled.pagination?.limit ?? ANY_ROWS,
    escapeFormulas: run.escapeFormulas,
    cells: cells === undefined ? undefined : (found) => cells(found, beside),
    watch,
  });
  return { chunks, closed: closedSource(rows, watch) };
}

async function closedSource(rows: RowStream, watch: RunWatch): Promise<void> {
  await sourceEnded(rows.source);
  watch.read(rows.counts);
}

async function planRows(
  { kind, body }: PreparedQuery,
  context: KindContext,
  { format, limits }: { readonly format: StreamFormat; readonly limits: ExecutionLimits },
): Promise<RowPlan> {
  if (kind.plan === null) throw rejected(`A ${kind.kind} can only be returned as JSON.`);
  // One row more than allowed, so that the engine detects that there are more.
  const rows = await kind.plan(body, context, limits.maxRows + 1);
  if (rows.cells !== undefined && isEngineFormat(format)) {
    throw rejected(`A ${kind.kind} can only be returned as JSON, CSV or NDJSON.`);
  }
  return rows;
}

function rejected(detail: string): QueryError {
  return new QueryError(400, 'validation_error', 'invalid_input', detail, true);
}
