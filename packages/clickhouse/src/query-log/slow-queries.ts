import type { ClickHouse } from '../clickhouse';
import type { QueryLogRow } from './query-log-row';

const COLUMNS = [
  'team_id',
  'kind',
  'name',
  'query',
  'query_start_time',
  'query_duration_ms',
  'wait_ms',
  'engine_ms',
  'outcome',
  'read_bytes',
  'created_by',
] as const satisfies readonly (keyof QueryLogRow)[];

export type SlowQuery = Pick<QueryLogRow, (typeof COLUMNS)[number]>;

/** Returns the slowest queries of the given projects since a timestamp, slowest first. */
export async function listSlowQueries(
  clickhouse: ClickHouse,
  asked: {
    readonly projectIds: readonly number[];
    readonly after: Date;
    readonly atLeastMs: number;
    readonly limit: number;
  },
): Promise<readonly SlowQuery[]> {
  const { projectIds, after, atLeastMs, limit } = asked;
  const columns = COLUMNS.map((name) =>
    name === 'query_start_time'
      ? "formatDateTime(query_start_time, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC')"
      : name === 'query'
        ? 'substringUTF8(query, 1, 2000)'
        : name,
  );
  const { rows } = await clickhouse.query<unknown[]>({
    name: 'slow_queries',
    sql: `SELECT ${columns.join(', ')} FROM query_log
      WHERE team_id IN {projects:Array(Int64)}
        AND query_start_time >= parseDateTime64BestEffort({after:String}, 6, 'UTC')
        AND query_duration_ms >= {at_least_ms:UInt64}
      ORDER BY query_duration_ms DESC LIMIT {limit:UInt64}`,
    params: {
      projects: [...projectIds],
      after: after.toISOString(),
      at_least_ms: atLeastMs,
      limit,
    },
  });
  return rows.map(
    (row) => Object.fromEntries(COLUMNS.map((name, i) => [name, row[i]])) as unknown as SlowQuery,
  );
}
