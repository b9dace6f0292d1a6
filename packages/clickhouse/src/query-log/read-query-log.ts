import type { ClickHouse } from '../clickhouse';
import type { QueryLogRow } from './query-log-row';
import { QUERY_LOG_COLUMNS } from './query-log-row';

/** A filter of the queries of a project. A missing field does not restrict them. */
export interface QueryLogFilter {
  readonly projectId: number;
  readonly queryId?: string | undefined;
  readonly kind?: string | undefined;
  readonly outcome?: string | undefined;
  readonly isCached?: boolean | undefined;
  /** Milliseconds. */
  readonly atLeastMs?: number | undefined;
  readonly after: Date;
  readonly before?: Date | undefined;
}

const SELECT = QUERY_LOG_COLUMNS.map((name) =>
  name === 'query_start_time'
    ? "formatDateTime(query_start_time, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC')"
    : name,
).join(', ');

/** Returns a page of a project's queries, newest first, and the number of all of them. */
export async function listQueryLog(
  clickhouse: ClickHouse,
  filter: QueryLogFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly rows: QueryLogRow[] }> {
  const { from, params } = scan(filter);
  const [total, found] = await Promise.all([
    clickhouse.query<[number]>({
      name: 'query_log_count',
      sql: `SELECT toFloat64(count()) ${from}`,
      params,
    }),
    clickhouse.query<unknown[]>({
      name: 'query_log_page',
      sql: `SELECT ${SELECT} ${from} ORDER BY query_start_time DESC, query_id
        LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
      params: { ...params, ...page },
    }),
  ]);
  const rows = found.rows.map(
    (row) => Object.fromEntries(QUERY_LOG_COLUMNS.map((name, i) => [name, row[i]])) as never,
  );
  return { count: total.rows[0]?.[0] ?? 0, rows };
}

/** Inserts rows of the query log. */
export async function insertQueryLog(
  clickhouse: ClickHouse,
  rows: readonly QueryLogRow[],
): Promise<void> {
  await clickhouse.insertJsonEachRow('query_log', rows, { columns: QUERY_LOG_COLUMNS });
}

function scan(filter: QueryLogFilter): {
  readonly from: string;
  readonly params: Readonly<Record<string, unknown>>;
} {
  const { projectId, queryId, kind, outcome, isCached, atLeastMs, after, before } = filter;
  const conditions: [sql: string, name: string, value: unknown][] = [
    ['team_id = {team_id:Int64}', 'team_id', projectId],
    [
      "query_start_time >= parseDateTime64BestEffort({after:String}, 6, 'UTC')",
      'after',
      after.toISOString(),
    ],
    [
      "query_start_time < parseDateTime64BestEffort({before:String}, 6, 'UTC')",
      'before',
      before?.toISOString(),
    ],
    ['query_id = {query_id:String}', 'query_id', queryId],
    ['kind = {kind:String}', 'kind', kind],
    ['outcome = {outcome:String}', 'outcome', outcome],
    [
      "(answered_by = 'cache') = {is_cached:UInt8}",
      'is_cached',
      isCached === undefined ? undefined : Number(isCached),
    ],
    ['query_duration_ms >= {at_least_ms:UInt64}', 'at_least_ms', atLeastMs],
  ];
  const used = conditions.filter(([, , value]) => value !== undefined);
  return {
    from: `FROM query_log WHERE ${used.map(([sql]) => sql).join(' AND ')}`,
    params: Object.fromEntries(used.map(([, name, value]) => [name, value])),
  };
}
