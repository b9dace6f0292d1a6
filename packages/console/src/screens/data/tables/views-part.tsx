import { useQuery } from '@tanstack/react-query';
import { rowsOfTable } from '../../../queries/data/links';
import { useAddressSearch, useChangeSearch } from '../../../session/address';
import { useBlockedBy, useProject } from '../../../session/me';
import { QueryLink } from '../../../session/query-link';
import { Button } from '../../../ui/button/button';
import { Stack } from '../../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/states';
import { CutNotice } from '../../../ui/table/pager';
import { CellNote, Table } from '../../../ui/table/table';
import { Timestamp } from '../../../ui/text/timestamp';
import { DeleteButton } from './delete-button';
import type { SavedView } from './table-data';
import { deleteView, viewListQuery } from './table-data';
import { ViewForm } from './view-form';
import styles from './tables.module.css';

const COLUMNS = [
  { label: 'View' },
  { label: 'Statement' },
  { label: 'Created' },
  { label: 'Commands' },
];

/** The views: named statements that other statements read like tables. */
export function ViewsPart() {
  const project = useProject();
  const { edit } = useAddressSearch();
  const change = useChangeSearch();
  const list = useQuery(viewListQuery(project.id));
  const views = list.data?.results ?? [];
  const edited = views.find(({ id }) => id === edit) ?? null;
  return (
    <Stack>
      <ViewForm
        key={edited?.id ?? 'new'}
        view={edited}
        onDone={() => {
          if (edited === null) return;
          // Back to the row, before the form that has the focus is removed.
          document.getElementById(commandId(edited))?.focus();
          change({ edit: undefined });
        }}
      />
      {list.isPending && <Loading label="Loading views" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && views.length === 0 && (
        <EmptyState icon="eye" title="No views yet">
          A view gives a name to a statement, so that it can be used like a table. It is computed
          each time that it is read.
        </EmptyState>
      )}
      {views.length > 0 && (
        <Table label="Views" columns={COLUMNS}>
          {views.map((view) => (
            <ViewRow key={view.id} view={view} zone={project.timezone} />
          ))}
        </Table>
      )}
      <CutNotice shown={views.length} count={list.data?.count ?? 0} things="views" />
    </Stack>
  );
}

/** The id of the button that opens a view in the form. */
function commandId({ id }: Pick<SavedView, 'id'>): string {
  return `change-${id}`;
}

function ViewRow({ view, zone }: { readonly view: SavedView; readonly zone: string }) {
  const { id, name, query, columns } = view;
  const { id: projectId } = useProject();
  const blockedBy = useBlockedBy('warehouse_view:write');
  const change = useChangeSearch();
  return (
    <tr>
      <th scope="row">
        {name}
        <CellNote>{columns.map((column) => `${column.name} (${column.type})`).join(', ')}</CellNote>
      </th>
      <td className={styles.statement}>
        <code>{query.query}</code>
      </td>
      <td>
        <Timestamp value={view.created_at} zone={zone} />
        {view.created_by !== null && <CellNote>{view.created_by.email}</CellNote>}
      </td>
      <td>
        <div className={styles.commands}>
          <QueryLink path="sql" query={rowsOfTable(name)}>
            Rows
          </QueryLink>
          <Button
            kind="quiet"
            id={commandId(view)}
            icon="pencil"
            aria-label={`Change ${name}`}
            blockedBy={blockedBy}
            onClick={() => change({ edit: id })}
          >
            Change
          </Button>
          <DeleteButton name={name} blockedBy={blockedBy} remove={() => deleteView(projectId, id)}>
            Queries, views and joins that read it will fail. No row is deleted.
          </DeleteButton>
        </div>
      </td>
    </tr>
  );
}
