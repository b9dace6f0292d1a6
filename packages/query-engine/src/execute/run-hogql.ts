import type { ClickHouse } from '@tidemark/clickhouse';
import type { CompiledQuery } from '@tidemark/hogql';
import { toQueryError } from './engine-error';
import type { ExecutionLimits } from './limits';
import { executionSettings } from './limits';
import { underOwnId } from './own-query-id';

export interface ExecutedRows {
  readonly rows: unknown[][];
  readonly meta: readonly { readonly name: string; readonly type: string }[];
}

export interface Execution {
  readonly queryId: string;
  readonly projectId: number;
  /** Of the query, for the engine's log. */
  readonly kind: string;
  readonly limits: ExecutionLimits;
  readonly signal?: AbortSignal | undefined;
  /** Integers that a number would round come as `WideInteger`. */
  readonly exactIntegers?: boolean;
  /** Gets what each statement has read. */
  readonly onRead?: (counts: { readonly rowsRead: number; readonly bytesRead: number }) => void;
}

type Sql = Pick<CompiledQuery, 'sql' | 'params'>;

/**
 * Runs a compiled query read-only under our own id, within the limits. Its shortcuts come first, and answer
 * where they find enough rows.
 *
 * @throws QueryError in our own words for whatever the engine refuses.
 */
export async function executeCompiled(
  clickhouse: ClickHouse,
  compiled: Sql & Pick<CompiledQuery, 'shortcuts'>,
  execution: Execution,
): Promise<ExecutedRows> {
  const inTurn = underOwnId();
  for (const shortcut of compiled.shortcuts) {
    const answer = await inTurn(() => executeSql(clickhouse, shortcut, execution));
    if (answer.rows.length >= shortcut.enoughRows) return answer;
  }
  return inTurn(() => executeSql(clickhouse, compiled, execution));
}

async function executeSql(
  clickhouse: ClickHouse,
  { sql, params }: Sql,
  { queryId, projectId, kind, limits, signal, exactIntegers = false, onRead }: Execution,
): Promise<ExecutedRows> {
  const comment = JSON.stringify({ project_id: projectId, kind });
  try {
    const answer = await clickhouse.query<unknown[]>({
      name: 'hogql_query',
      sql,
      params,
      settings: executionSettings(limits, comment),
      queryId,
      exactIntegers,
      ...(signal === undefined ? {} : { signal }),
    });
    onRead?.(answer.statistics);
    return answer;
  } catch (error) {
    throw toQueryError(error);
  }
}

/** The engine's plan of a compiled query, line by line; nothing is read. @throws QueryError as above */
export async function explainCompiled(
  clickhouse: ClickHouse,
  { sql, params }: Sql,
  execution: Execution,
): Promise<readonly string[]> {
  const { rows } = await executeSql(
    clickhouse,
    { sql: `EXPLAIN indexes = 1 ${sql}`, params },
    execution,
  );
  return rows.map(([line]) => String(line));
}
