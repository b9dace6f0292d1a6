import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { LogEntry } from '../../queries/activity-log/entry';
import { authorWords, changesOf, verbWords } from '../../queries/activity-log/entry-words';
import type { Experiment } from '../../queries/experiments/experiment';
import { timestampText } from '../../queries/time-text';
import { useBlockedBy, useProject } from '../../session/me';
import { Card, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import styles from './experiments.module.css';

function historyQuery(projectId: number, id: number) {
  const search = new URLSearchParams({ scope: 'Experiment', item_id: String(id) }).toString();
  return queryOptions({
    queryKey: ['experiments', projectId, String(id), 'history'],
    queryFn: ({ signal }) =>
      request<{ readonly results: readonly LogEntry[] }>(
        'GET',
        `/api/projects/${projectId}/activity_log/?${search}`,
        { signal },
      ),
  });
}

/** The changes of an experiment with their authors. */
export function ExperimentHistory({ experiment }: { readonly experiment: Experiment }) {
  const project = useProject();
  const blockedBy = useBlockedBy('activity_log:read');
  const history = useQuery({
    ...historyQuery(project.id, experiment.id),
    enabled: blockedBy === null,
  });
  if (blockedBy !== null) return <Notice kind="info">{blockedBy}</Notice>;
  if (history.isPending) return <Loading label="Loading the history" />;
  if (history.isError) {
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  }
  const entries = history.data.results;
  if (entries.length === 0) return <EmptyState icon="history" title="No changes yet" />;
  return (
    <Stack>
      {entries.map((entry) => (
        <Card
          key={entry.id}
          title={`${authorWords(entry)} ${verbWords(entry)} it, ${timestampText(entry.created_at, project.timezone)} (${project.timezone})`}
        >
          <Changes entry={entry} />
        </Card>
      ))}
    </Stack>
  );
}

function Changes({ entry }: { readonly entry: LogEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Changed fields">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ part, before, after }) => (
            <tr key={part}>
              <th scope="row">{part}</th>
              <td>{before === '' ? '(none)' : before}</td>
              <td>{after === '' ? '(none)' : after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
