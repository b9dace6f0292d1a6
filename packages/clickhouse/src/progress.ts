import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from './clickhouse';
import { belongsToQuery, runningQueriesTable } from './on-every-node';

/** How far a query that runs has come, as the engine reports it. */
export interface QueryProgress {
  readonly rowsRead: number;
  readonly bytesRead: number;
  /** A guess of the engine, which grows while it finds more to read. */
  readonly estimatedRowsTotal: number;
  readonly elapsedSeconds: number;
  /** The CPU time of all threads of the query. */
  readonly cpuMicroseconds: number;
}

/**
 * Null when nothing runs under the id, whether it waits, has ended, or never was. On a cluster the node that was
 * asked knows what the others have read; CPU is that of all nodes.
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
 * Ends a query in the engine and waits until it has left; asks again while it stays, because a statement
 * that has just arrived may not be in the engine's list yet. False when it is still there after `patienceMs`.
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
