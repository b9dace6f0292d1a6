import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../api/client';
import type { QueryResponse } from '../../api/query-runner';
import { bytesText, durationText } from '../../queries/sql/bytes-text';
import { agoText, timestampTitle } from '../../queries/time-text';
import { FailedNotice } from '../../ui/state/states';
import styles from './sql.module.css';

interface LogEntry {
  readonly is_cached: boolean;
  readonly duration_ms: number;
  readonly read_rows: number;
  readonly read_bytes: number;
}

const LOOK_EVERY_MS = 1_500;
const MOST_LOOKS = 6;

function runLogQuery(projectId: number, queryId: string | null) {
  return queryOptions({
    queryKey: ['sql-run-log', projectId, queryId],
    enabled: queryId !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<LogEntry | null> => {
      const search = `query_id=${encodeURIComponent(queryId ?? '')}&limit=1`;
      const path = `/api/projects/${projectId}/query/log/?${search}`;
      const { results } = await request<{ results: LogEntry[] }>('GET', path, { signal });
      return results[0] ?? null;
    },
  });
}

/** The number of rows, the duration, the amount of data read, and the age of a stored result. */
export function RunFacts(props: {
  readonly projectId: number;
  readonly queryId: string | null;
  readonly response: QueryResponse;
  readonly rowCount: number;
  readonly hasMore: boolean;
  readonly zone: string;
  /** Whether the text was changed after the run, so that the result belongs to an earlier text. */
  readonly isOfEarlierText: boolean;
}) {
  const { projectId, queryId, response, rowCount, hasMore, zone, isOfEarlierText } = props;
  const entry = useQuery({
    ...runLogQuery(projectId, queryId),
    // The log entry of the run is written shortly after the result.
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < MOST_LOOKS ? LOOK_EVERY_MS : false,
  });
  const log = entry.data;
  const number = new Intl.NumberFormat();
  const isStored = response.is_cached === true;
  const count = `${hasMore ? 'first ' : ''}${number.format(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;
  const facts = [count];
  if (!isStored && log !== undefined && log !== null && !log.is_cached) {
    facts.push(durationText(log.duration_ms));
    facts.push(`read ${number.format(log.read_rows)} rows, ${bytesText(log.read_bytes)}`);
  }
  return (
    <>
      <span className={styles.meta}>
        {facts.join(' · ')}
        {isOfEarlierText && ' · of an earlier statement'}
        {isStored && <Age key={response.last_refresh} at={response.last_refresh} zone={zone} />}
      </span>
      <FailedNotice query={entry} />
    </>
  );
}

const AGE_MS = 30_000;

/** The age of a stored result, updated while it is shown. */
function Age({ at, zone }: { readonly at: unknown; readonly zone: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span title={timestampTitle(at, zone)}>
      {' · '}stored, computed {agoText(at, now)}
    </span>
  );
}
