import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { LogPage } from '../../queries/activity-log/entry';
import { authorWords, changesOf, verbWords } from '../../queries/activity-log/entry-words';
import { EmptyState, ErrorState, Loading } from '../state/states';
import { Timestamp } from '../text/timestamp';
import styles from './history.module.css';

const SHOWN = 50;

function historyQuery(projectId: number, scope: string, itemId: string) {
  return queryOptions({
    queryKey: ['history', projectId, scope, itemId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const parameters = new URLSearchParams({ scope, item_id: itemId, limit: String(SHOWN) });
      const path = `/api/projects/${projectId}/activity_log/?${parameters.toString()}`;
      return (await request<LogPage>('GET', path, { signal })).results;
    },
  });
}

/** The latest changes of an item, with their authors and the values before and after. */
export function HistoryList(props: {
  readonly projectId: number;
  /** The kind of the item in the activity log, for example `HogFunction`. */
  readonly scope: string;
  readonly itemId: string;
  readonly zone: string;
}) {
  const { projectId, scope, itemId, zone } = props;
  const history = useQuery(historyQuery(projectId, scope, itemId));
  if (history.isPending) return <Loading label="Loading the history" />;
  if (history.isError) {
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  }
  if (history.data.length === 0) return <EmptyState icon="history" title="No changes yet" />;
  return (
    <ol className={styles.list} aria-label="History">
      {history.data.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p>
            <strong>{authorWords(entry)}</strong> {verbWords(entry)} it,{' '}
            <Timestamp value={entry.created_at} zone={zone} />
          </p>
          <dl className={styles.changes}>
            {changesOf(entry).map(({ part, before, after }) => (
              <div key={part}>
                <dt>{part}</dt>
                <dd>
                  {before !== '' && (
                    <>
                      <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                    </>
                  )}
                  <ins>{after}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
