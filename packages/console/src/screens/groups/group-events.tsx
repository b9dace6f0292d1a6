import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { DataGrid } from '../../ui/grid/data-grid';
import type { GridColumn } from '../../ui/grid/grid-column';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { Group, GroupEvent } from './group-data';
import { groupEventsQuery } from './group-data';
import styles from './groups.module.css';

const COLUMNS: readonly GridColumn<GroupEvent>[] = [
  { id: 'timestamp', label: 'Time', type: 'timestamp', width: 190, value: (row) => row.timestamp },
  { id: 'event', label: 'Event', width: 200, value: (row) => row.event },
  {
    id: 'distinct_id',
    label: 'Person',
    width: 220,
    value: (row) => row.distinctId,
    render: ({ distinctId }) => (
      <ProjectLink path={`person/${encodeURIComponent(distinctId)}`}>{distinctId}</ProjectLink>
    ),
  },
  { id: 'url', label: '$current_url', width: 280, value: (row) => row.url },
  {
    id: 'properties',
    label: 'Properties',
    type: 'json',
    width: 320,
    value: (row) => row.properties,
  },
];

/** A table of the latest events of a group. */
export function GroupEvents({ group }: { readonly group: Group }) {
  const { id: projectId, timezone } = useProject();
  const { group_type_index: index, group_key: key } = group;
  const events = useQuery(groupEventsQuery(projectId, index, key));
  if (events.isPending) return <Loading label="Loading events" />;
  if (events.isError) {
    return <ErrorState error={events.error} onRetry={() => void events.refetch()} />;
  }
  if (events.data.length === 0) {
    return <EmptyState icon="activity" title="No events of this group" />;
  }
  return (
    <div className={styles.grid}>
      <DataGrid
        label="Events of the group"
        columns={COLUMNS}
        rows={events.data}
        projectZone={timezone}
        keyOf={({ uuid }) => uuid}
        widthsKey="group-events"
        footer={`The latest events (${events.data.length}), times in ${timezone}`}
      />
    </div>
  );
}
