import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../session/me';
import { DataGrid } from '../../ui/grid/data-grid';
import type { GridColumn } from '../../ui/grid/grid-column';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { PersonEvent } from './person-data';
import { personEventsQuery } from './person-data';
import styles from './persons.module.css';

const COLUMNS: readonly GridColumn<PersonEvent>[] = [
  { id: 'timestamp', label: 'Time', type: 'timestamp', width: 190, value: (row) => row.timestamp },
  { id: 'event', label: 'Event', width: 200, value: (row) => row.event },
  { id: 'distinct_id', label: 'Distinct id', width: 200, value: (row) => row.distinctId },
  { id: 'url', label: '$current_url', width: 280, value: (row) => row.url },
  {
    id: 'properties',
    label: 'Properties',
    type: 'json',
    width: 320,
    value: (row) => row.properties,
  },
];

/** A table of the latest events of a person, with any of their distinct ids. */
export function PersonEvents({ personId }: { readonly personId: string }) {
  const { id: projectId, timezone } = useProject();
  const events = useQuery(personEventsQuery(projectId, personId));
  if (events.isPending) return <Loading label="Loading events" />;
  if (events.isError) {
    return <ErrorState error={events.error} onRetry={() => void events.refetch()} />;
  }
  if (events.data.length === 0) return <EmptyState icon="activity" title="No events" />;
  return (
    <div className={styles.grid}>
      <DataGrid
        label="Events of the person"
        columns={COLUMNS}
        rows={events.data}
        projectZone={timezone}
        keyOf={({ uuid }) => uuid}
        widthsKey="person-events"
        footer={`The latest ${events.data.length} events, times in ${timezone}`}
      />
    </div>
  );
}
