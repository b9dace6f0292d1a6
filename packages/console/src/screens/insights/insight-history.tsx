import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { HistoryEntry } from '../../queries/insight/history-words';
import { changeWords, pageOf, queryBefore } from '../../queries/insight/history-words';
import type { QueryNode } from '../../queries/query-link';
import { timestampText } from '../../queries/time-text';
import { useBlockedBy, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import styles from './insights.module.css';

/** The maximum number of changes that are shown. */
const SHOWN = 100;

function historyQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['insight-history', projectId, id],
    queryFn: async ({ signal }) => {
      const path = `/api/projects/${projectId}/insights/${id}/activity/?limit=${SHOWN}`;
      return pageOf(await request('GET', path, { signal }));
    },
  });
}

/** The changes of an insight with their authors and previous queries. */
export function InsightHistory(props: {
  readonly id: number;
  /** Loads a previous query into the editor without saving it. */
  readonly onQuery: (query: QueryNode) => void;
  readonly onClose: () => void;
}) {
  const { id, onQuery, onClose } = props;
  return (
    <Dialog title="History" isOpen onClose={onClose} place="drawer">
      <Entries id={id} onQuery={onQuery} />
    </Dialog>
  );
}

function Entries(props: { readonly id: number; readonly onQuery: (query: QueryNode) => void }) {
  const project = useProject();
  const blockedBy = useBlockedBy('activity_log:read');
  const history = useQuery({
    ...historyQuery(project.id, props.id),
    enabled: blockedBy === null,
  });
  if (blockedBy !== null) return <Notice kind="info">{blockedBy}</Notice>;
  if (history.isPending) return <Loading label="Loading the history" />;
  if (history.isError) {
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  }
  if (history.data.length === 0) return <EmptyState icon="history" title="No changes" />;
  return (
    <Stack>
      <p className={styles.zone}>Times in {project.timezone}</p>
      <ol className={styles.history}>
        {history.data.map((entry) => (
          <Entry key={entry.id} entry={entry} zone={project.timezone} onQuery={props.onQuery} />
        ))}
      </ol>
    </Stack>
  );
}

function Entry(props: {
  readonly entry: HistoryEntry;
  readonly zone: string;
  readonly onQuery: (query: QueryNode) => void;
}) {
  const { entry, zone, onQuery } = props;
  const before = queryBefore(entry);
  return (
    <li>
      <p>
        <time dateTime={entry.created_at}>{timestampText(entry.created_at, zone)}</time>,{' '}
        {entry.user?.email ?? 'The server'} {entry.activity} it
      </p>
      <ul>
        {changeWords(entry).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {before !== null && (
        <Button kind="quiet" icon="history" onClick={() => onQuery(before)}>
          Open the query before this change
        </Button>
      )}
    </li>
  );
}
