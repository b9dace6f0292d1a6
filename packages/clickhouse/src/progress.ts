import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from './clickhouse';
import { belongsToQuery, runningQueriesTable } from './on-every-node';

/** The progress of a running query, as the engine reports it. */
export interface QueryProgress {
  readonly rowsRead: number;
  readonly bytesRead: number;
  /** An estimate of the engine, which may grow during the query. */
  readonly estimatedRowsTotal: number;
  readonly elapsedSeconds: number;
  /** The CPU time of all threads of the query. */
  readonly cpuMicroseconds: number;
}

/**
 * Reads the progress of a query. Returns null if no query with the id is running. On a cluster, the rows read by other
 * nodes are included, and the CPU time is that of all nodes.
 */
export async function readProgress(
  clickhouse: ClickHouse,
  queryId: string,
): Promise<QueryProgress | null> {
  const { rows } = await clickhouse.query<[number, number, number, number, number]>({
    name: 'query_progress',
    sql: `SELECT toUInt64(max(read_rows)), toUInt64(max(read_bytes)), toUInt64(greatest(max(total_rows_approx), 0)), max(elapsed),
        sum(ProfileEvents['UserTimeMicroseconds'] + ProfileEvents['SystemTimeMicroseconds'])
      FROM ${runningQueriesTable(clickhouse.cluster)} WHERE ${belongsToQuery(clickhouse.cluster)} HAVING count() > 0`,
    params: { id: queryId },
  });
  const [row] = rows;
  if (row === undefined) return null;
  const [rowsRead, bytesRead, estimatedRowsTotal, elapsedSeconds, cpuMicroseconds] = row;
  return { rowsRead, bytesRead, estimatedRowsTotal, elapsedSeconds, cpuMicroseconds };
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 400;

/**
 * Ends a query in the engine and waits for its end. The request is repeated while the query runs, because a new
 * statement may not be in the engine's list yet. Returns false if the query is still running after `patienceMs`.
 */
export async function stopQuery(
  clickhouse: ClickHouse,
  queryId: string,
  patienceMs: number,
): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await clickhouse.kill(queryId);
    if ((await readProgress(clickhouse, queryId)) === null) return true;
    if (performance.now() > until) return false;
    await delay(pause);
  }
}
