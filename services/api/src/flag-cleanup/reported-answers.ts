import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { askQuery } from '../query/ask-query';
import type { ReportedAnswers } from './cleanup-reasons';

/** The maximum number of flags that one request examines. */
const MAX_FLAGS = 10_000;

/** The values that SDKs have reported for each flag in the last days, by key. */
export async function reportedAnswers(
  engine: QueryEngine,
  project: Project,
  days: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReportedAnswers>> {
  const rows = await askQuery(
    engine,
    project,
    `SELECT toString(properties.$feature_flag) AS flag, count() AS calls,
       uniq(ifNull(toString(properties.$feature_flag_response), '')) AS answers,
       min(ifNull(toString(properties.$feature_flag_response), '')) AS answer
     FROM events
     WHERE event = '$feature_flag_called' AND timestamp > now() - toIntervalDay({days})
     GROUP BY flag LIMIT ${MAX_FLAGS}`,
    { days },
    signal,
  );
  return new Map(
    rows.map(([key, calls, answers, answer]) => [
      String(key),
      { calls: Number(calls), answers: Number(answers), answer: String(answer) },
    ]),
  );
}
