import type { ClickHouse } from '../clickhouse';
import type { WarningFilter } from './warning-filter';
import { warningScan } from './warning-filter';

/** A stored warning. It represents `count` occurrences and has the data of the first. */
export interface StoredWarning {
  readonly uuid: string;
  readonly type: string;
  readonly category: string;
  readonly severity: string;
  readonly source: string;
  readonly distinctId: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly timestamp: Date;
  readonly count: number;
}

/** Occurrences of one type on one day (UTC). */
export interface WarningDay {
  readonly type: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly count: number;
}

type Row = [string, string, string, string, string, string, string, number, number];

const COLUMNS = `toString(uuid), type, category, severity, source, distinct_id, details,
  toUnixTimestamp64Milli(timestamp), toFloat64(count)`;

/** Returns a page of warnings, newest first, and the number of all of them. */
export async function listWarnings(
  clickhouse: ClickHouse,
  filter: WarningFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly rows: StoredWarning[] }> {
  const { from, params } = warningScan(filter);
  const [total, found] = await Promise.all([
    clickhouse.query<[number]>({
      name: 'ingestion_warnings_count',
      sql: `SELECT toFloat64(count()) ${from}`,
      params,
    }),
    clickhouse.query<Row>({
      name: 'ingestion_warnings_page',
      sql: `SELECT ${COLUMNS} ${from} ORDER BY timestamp DESC, uuid
        LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
      params: { ...params, ...page },
    }),
  ]);
  return { count: total.rows[0]?.[0] ?? 0, rows: found.rows.map(storedWarning) };
}

/** Returns the newest `perType` warnings of each type, newest first. */
export async function newestWarnings(
  clickhouse: ClickHouse,
  filter: WarningFilter,
  perType: number,
): Promise<StoredWarning[]> {
  const { from, params } = warningScan(filter);
  const { rows } = await clickhouse.query<Row>({
    name: 'ingestion_warnings_newest',
    sql: `SELECT ${COLUMNS} ${from} ORDER BY timestamp DESC, uuid LIMIT {per_type:UInt64} BY type`,
    params: { ...params, per_type: perType },
  });
  return rows.map(storedWarning);
}

/** Returns the number of occurrences per type and day, oldest day first. */
export async function warningDays(
  clickhouse: ClickHouse,
  filter: WarningFilter,
): Promise<WarningDay[]> {
  const { from, params } = warningScan(filter);
  const { rows } = await clickhouse.query<[string, string, number]>({
    name: 'ingestion_warnings_days',
    sql: `SELECT type, toString(toDate(timestamp)) AS day, toFloat64(sum(count)) ${from}
      GROUP BY type, day ORDER BY day, type`,
    params,
  });
  return rows.map(([type, day, count]) => ({ type, day, count }));
}

function storedWarning(row: Row): StoredWarning {
  const [uuid, type, category, severity, source, distinctId, details, timestamp, count] = row;
  return {
    uuid,
    type,
    category,
    severity,
    source,
    distinctId,
    details: JSON.parse(details) as Record<string, unknown>,
    timestamp: new Date(timestamp),
    count,
  };
}
