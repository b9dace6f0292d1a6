import { useQuery } from '@tanstack/react-query';
import { durationWords } from '../../queries/numbers';
import { useProject } from '../../session/me';
import { DataGrid } from '../../ui/grid/data-grid';
import type { GridColumn } from '../../ui/grid/grid-column';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { PersonSession } from './person-changes';
import { personSessionsQuery } from './person-changes';
import styles from './persons.module.css';

const COLUMNS: readonly GridColumn<PersonSession>[] = [
  { id: 'start', label: 'Began', type: 'timestamp', width: 190, value: (row) => row.start },
  {
    id: 'duration',
    label: 'Duration',
    width: 110,
    value: (row) => durationWords(row.seconds),
  },
  { id: 'pageviews', label: 'Pages', type: 'number', width: 80, value: (row) => row.pageviews },
  { id: 'entry', label: 'First page', width: 280, value: (row) => row.entry },
  { id: 'exit', label: 'Last page', width: 280, value: (row) => row.exit },
  { id: 'channel', label: 'Channel', width: 140, value: (row) => row.channel },
  { id: 'session', label: 'Session id', width: 300, value: (row) => row.id },
];

/** A table of the latest sessions of a person. */
export function PersonSessions({ personId }: { readonly personId: string }) {
  const { id: projectId, timezone } = useProject();
  const sessions = useQuery(personSessionsQuery(projectId, personId));
  if (sessions.isPending) return <Loading label="Loading sessions" />;
  if (sessions.isError) {
    return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
  }
  if (sessions.data.length === 0) {
    return (
      <EmptyState icon="clock" title="No sessions">
        Events with a session id are grouped into sessions. Browser SDKs send a session id, server
        SDKs usually do not.
      </EmptyState>
    );
  }
  return (
    <div className={styles.grid}>
      <DataGrid
        label="Sessions of the person"
        columns={COLUMNS}
        rows={sessions.data}
        projectZone={timezone}
        keyOf={({ id }) => id}
        widthsKey="person-sessions"
        footer={`The latest sessions (${sessions.data.length}), times in ${timezone}`}
      />
    </div>
  );
}
