import type { ClickHouse } from '@tidemark/clickhouse';
import type { CompiledQuery } from '@tidemark/hogql';
import { ungroupedColumn } from '@tidemark/hogql';
import { QueryError } from '../query-error';
import { toQueryError } from './engine-error';
import type { ExecutionLimits } from './limits';
import { executionSettings } from './limits';
import type { OwnIdTurns } from './own-query-id';
import { underOwnId } from './own-query-id';

export interface ExecutedRows {
  readonly rows: unknown[][];
  readonly meta: readonly { readonly name: string; readonly type: string }[];
}

export interface Execution {
  readonly queryId: string;
  /** Runs the statements under the id; a new runner if the id is not in use yet. */
  readonly inTurn?: OwnIdTurns | undefined;
  readonly projectId: number;
  /** The kind of the query, for the engine's log. */
  readonly kind: string;
  readonly limits: ExecutionLimits;
  readonly signal?: AbortSignal | undefined;
  /** True to return integers beyond the precision of a number as `WideInteger`. */
  readonly exactIntegers?: boolean;
  /** Called with the rows and bytes that each statement has read. */
  readonly onRead?: (counts: { readonly rowsRead: number; readonly bytesRead: number }) => void;
}

type Sql = Pick<CompiledQuery, 'sql' | 'params'>;

/** Sends the statements of one query, in sequence, under its id. */
export interface StatementRunner {
  /**
   * Runs a compiled statement read-only within the limits. Its shortcuts run first; the first with enough rows is the
   * result.
   *
   * @throws QueryError with our own message for every rejection by the engine
   */
  execute(compiled: Sql & Pick<CompiledQuery, 'shortcuts' | 'hogql'>): Promise<ExecutedRows>;
  /** The engine's plan of a compiled statement, line by line; nothing is read. @throws QueryError as above */
  explain(compiled: Sql): Promise<readonly string[]>;
}

export function createStatementRunner(
  clickhouse: ClickHouse,
  execution: Execution,
): StatementRunner {
  const { inTurn = underOwnId() } = execution;
  const send = (statement: Sql): Promise<ExecutedRows> =>
    inTurn(() => sendStatement(clickhouse, statement, execution));
  return {
    async execute(compiled) {
      for (const shortcut of compiled.shortcuts) {
        const found = await send(shortcut);
        if (found.rows.length >= shortcut.enoughRows) return found;
      }
      try {
        return await send(compiled);
      } catch (error) {
        throw namingColumn(error, compiled.hogql);
      }
    },
    async explain({ sql, params }) {
      const { rows } = await send({ sql: `EXPLAIN indexes = 1 ${sql}`, params });
      return withoutSharedAmounts(rows.map(([line]) => String(line)));
    },
  };
}

/** The engine names its own columns in errors; the message names the column of the user's statement. */
function namingColumn(error: unknown, hogql: string): unknown {
  if (!(error instanceof QueryError) || error.code !== 'not_an_aggregate') return error;
  const column = ungroupedColumn(hogql);
  if (column === null) return error;
  const detail = `Column '${column.slice(0, 100)}' is neither inside an aggregation nor in GROUP BY.`;
  return new QueryError(400, 'validation_error', error.code, detail, true, { cause: error });
}

async function sendStatement(
  clickhouse: ClickHouse,
  { sql, params }: Sql,
  { queryId, projectId, kind, limits, signal, exactIntegers = false, onRead }: Execution,
): Promise<ExecutedRows> {
  const comment = JSON.stringify({ project_id: projectId, kind });
  try {
    const executed = await clickhouse.query<unknown[]>({
      name: 'hogql_query',
      sql,
      params,
      settings: executionSettings(limits, comment),
      queryId,
      projectId,
      exactIntegers,
      ...(limits.maxResultBytes > 0 && { maxResponseBytes: limits.maxResultBytes }),
      ...(signal === undefined ? {} : { signal }),
    });
    onRead?.(executed.statistics);
    return executed;
  } catch (error) {
    throw toQueryError(error);
  }
}

/** Amounts of parts and granules of a table, which contains the rows of all projects. */
const SHARED_AMOUNTS =
  /^[\s│└├─]*(?:Parts|Granules|Ranges|Marks|Rows|Bytes|Search Algorithm)\b.*$|\bParts: .*$/;

/** Lines of a plan without the amounts that include other projects' rows. */
export function withoutSharedAmounts(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !SHARED_AMOUNTS.test(line));
}
