import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { askQuery } from '../query/ask-query';

const CALLS = `FROM events
  WHERE event = '$feature_flag_called' AND properties.$feature_flag = {key}`;

/** Older calls do not matter: without newer ones the flag is stale already. */
const LOOKED_BACK_DAYS = 365;

/** When an SDK last reported a call of the flag; null when none did within a year. */
export async function lastCall(
  engine: QueryEngine,
  project: Project,
  key: string,
  signal: AbortSignal,
): Promise<Date | null> {
  const [row] = await askQuery(
    engine,
    project,
    `SELECT count(), max(toUnixTimestamp(timestamp)) ${CALLS}
     AND timestamp > now() - toIntervalDay(${LOOKED_BACK_DAYS})`,
    { key },
    signal,
  );
  return Number(row?.[0] ?? 0) === 0 ? null : new Date(Number(row?.[1]) * 1_000);
}

export interface DailyCalls {
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly day: string;
  readonly response: string;
  readonly calls: number;
  readonly distinct_ids: number;
}

/** Calls by day and response, oldest day first: today and the days before. */
export async function dailyCalls(
  engine: QueryEngine,
  project: Project,
  { key, days }: { readonly key: string; readonly days: number },
  signal: AbortSignal,
): Promise<DailyCalls[]> {
  const rows = await askQuery(
    engine,
    project,
    `SELECT toString(toDate(timestamp)) AS day,
       ifNull(toString(properties.$feature_flag_response), '') AS response,
       count() AS calls, uniq(distinct_id) AS distinct_ids
     ${CALLS} AND timestamp >= toStartOfDay(now()) - toIntervalDay({before})
     GROUP BY day, response ORDER BY day, response LIMIT 10000`,
    { key, before: days - 1 },
    signal,
  );
  return rows.map(([day, response, calls, distinctIds]) => ({
    day: String(day),
    response: String(response),
    calls: Number(calls),
    distinct_ids: Number(distinctIds),
  }));
}
