import type { ClickHouse } from '@tidemark/clickhouse';
import type { CompiledQuery } from '@tidemark/hogql';
import { toQueryError } from './engine-error';
import type { ExecutionLimits } from './limits';
import { executionSettings } from './limits';

export interface ExecutedRows {
  readonly rows: unknown[][];
  readonly meta: readonly { readonly name: string; readonly type: string }[];
}

/**
 * Runs a compiled query read-only under our own id, within the limits.
 *
 * @throws QueryError in our own words for whatever the engine refuses.
 */
export async function executeCompiled(
  clickhouse: ClickHouse,
  compiled: CompiledQuery,
  run: {
    readonly queryId: string;
    readonly projectId: number;
    readonly limits: ExecutionLimits;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ExecutedRows> {
  const comment = JSON.stringify({ project_id: run.projectId, kind: 'HogQLQuery' });
  try {
    return await clickhouse.query<unknown[]>({
      name: 'hogql_query',
      sql: compiled.sql,
      params: compiled.params,
      settings: executionSettings(run.limits, comment),
      queryId: run.queryId,
      ...(run.signal === undefined ? {} : { signal: run.signal }),
    });
  } catch (error) {
    throw toQueryError(error);
  }
}
