import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../api/client';
import { bytesText, durationText } from '../../queries/sql/bytes-text';
import { timestampText, timestampTitle } from '../../queries/time-text';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import styles from './sql.module.css';

interface LogEntry {
  readonly query_id: string;
  readonly query: string | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly is_cached: boolean;
  readonly status: 'finished' | 'failed' | 'cancelled';
  readonly read_bytes: number;
  readonly result_rows: number;
}

interface LogPage {
  readonly count: number;
  readonly results: readonly LogEntry[];
}

const PAGE_SIZE = 50;
const TONES = { finished: 'success', failed: 'danger', cancelled: 'warning' } as const;

interface HistoryDrawerProps {
  readonly projectId: number;
  readonly zone: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Opens a statement in a new draft. */
  readonly onOpen: (text: string) => void;
}

/** A drawer with the statements that the project has run in the last day, newest first. */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const { isOpen, onClose } = props;
  return (
    <Dialog title="Queries of the last day" place="drawer" isOpen={isOpen} onClose={onClose}>
      {isOpen && <History {...props} />}
    </Dialog>
  );
}

function History({ projectId, zone, onOpen }: HistoryDrawerProps) {
  const log = useInfiniteQuery({
    queryKey: ['sql-history', projectId],
    staleTime: 0,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const search = `kind=HogQLQuery&limit=${PAGE_SIZE}&offset=${pageParam}`;
      const path = `/api/projects/${projectId}/query/log/?${search}`;
      return request<LogPage>('GET', path, { signal });
    },
    getNextPageParam: (last, pages) =>
      pages.length * PAGE_SIZE < last.count ? pages.length * PAGE_SIZE : undefined,
  });
  if (log.isPending) return <Loading label="Loading the history" />;
  if (log.data === undefined) {
    return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  }
  const entries = log.data.pages.flatMap(({ results }) => results);
  const shown = entries.filter(({ query }) => query !== null);
  if (shown.length === 0) {
    return (
      <EmptyState icon="history" title="No query yet">
        What you run here is listed for a day.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.meta}>Times in {zone}</p>
      <ul className={styles.history}>
        {shown.map((entry) => (
          <li key={`${entry.query_id} ${entry.started_at}`}>
            <button type="button" onClick={() => onOpen(entry.query ?? '')}>
              <code>{entry.query}</code>
              <span className={styles.meta}>
                <Badge tone={TONES[entry.status]}>{entry.status}</Badge>{' '}
                <time dateTime={entry.started_at} title={timestampTitle(entry.started_at, zone)}>
                  {timestampText(entry.started_at, zone)}
                </time>
                {entry.is_cached
                  ? ' · stored result'
                  : ` · ${durationText(entry.duration_ms)} · ${bytesText(entry.read_bytes)} read`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {log.hasNextPage && (
        <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Older queries
        </Button>
      )}
    </>
  );
}
