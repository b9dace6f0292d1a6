import { useQuery } from '@tanstack/react-query';
import { useBlockedBy, useProject } from '../../../session/me';
import { Stack } from '../../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/states';
import { CutNotice } from '../../../ui/table/pager';
import { CellNote, Table } from '../../../ui/table/table';
import { Timestamp } from '../../../ui/text/timestamp';
import { DeleteButton } from './delete-button';
import { JoinForm } from './join-form';
import type { TableJoin } from './table-data';
import { deleteJoin, joinListQuery } from './table-data';

const COLUMNS = [
  { label: 'Field' },
  { label: 'Matching rows' },
  { label: 'Created' },
  { label: 'Commands' },
];

/** The joins: fields of tables that lead to rows of other tables. */
export function JoinsPart() {
  const project = useProject();
  const list = useQuery(joinListQuery(project.id));
  const joins = list.data?.results ?? [];
  return (
    <Stack>
      <JoinForm />
      {list.isPending && <Loading label="Loading joins" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && joins.length === 0 && (
        <EmptyState icon="link" title="No joins yet">
          A join adds a field to a table, and the field leads to the row of another table with the
          same key: events.customer.segment, for example.
        </EmptyState>
      )}
      {joins.length > 0 && (
        <Table label="Joins" columns={COLUMNS}>
          {joins.map((join) => (
            <JoinRow key={join.id} join={join} zone={project.timezone} />
          ))}
        </Table>
      )}
      <CutNotice shown={joins.length} count={list.data?.count ?? 0} things="joins" />
    </Stack>
  );
}

function JoinRow({ join, zone }: { readonly join: TableJoin; readonly zone: string }) {
  const { id, field_name: field, source_table_name: source, source_table_key: key } = join;
  const { joining_table_name: other, joining_table_key: otherKey } = join;
  const { id: projectId } = useProject();
  const blockedBy = useBlockedBy('warehouse_view:write');
  return (
    <tr>
      <th scope="row">
        <code>
          {source}.{field}
        </code>
      </th>
      <td>
        <code>
          {source}.{key}
        </code>{' '}
        is{' '}
        <code>
          {other}.{otherKey}
        </code>
      </td>
      <td>
        <Timestamp value={join.created_at} zone={zone} />
        {join.created_by !== null && <CellNote>{join.created_by.email}</CellNote>}
      </td>
      <td>
        <DeleteButton
          name={field}
          title={`Delete the field ${field} of ${source}?`}
          blockedBy={blockedBy}
          remove={() => deleteJoin(projectId, id)}
        >
          Queries and views that read it will fail. No row is deleted.
        </DeleteButton>
      </td>
    </tr>
  );
}
