import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { numberWords } from '../../../queries/numbers';
import { rowsOfTable } from '../../../queries/data/links';
import { useAddressSearch, useChangeSearch } from '../../../session/address';
import { useBlockedBy, useProject } from '../../../session/me';
import { QueryLink } from '../../../session/query-link';
import { ProjectLink } from '../../../session/project-link';
import { Button } from '../../../ui/button/button';
import { Stack } from '../../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/states';
import { CutNotice } from '../../../ui/table/pager';
import { CellNote, NumberCell, Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { Timestamp } from '../../../ui/text/timestamp';
import { Lazily } from '../../../ui/state/lazily';
import { DeleteButton } from './delete-button';
import type { WarehouseTable } from './table-data';
import { deleteTable, isLoading, loadTable, tableListQuery } from './table-data';
import { UploadForm } from './upload-form';
import { useTablesChanged } from './use-tables-changed';
import styles from './tables.module.css';

const ColumnsDrawer = lazy(() => import('./columns-drawer'));

const COLUMNS = [
  { label: 'Table' },
  { label: 'Rows', isNumber: true },
  { label: 'State' },
  { label: 'Loaded' },
  { label: 'Commands' },
];
const SCOPE = 'warehouse_table:write';

/** The tables that were created from files, and their loads. */
export function FilesPart() {
  const project = useProject();
  const { open } = useAddressSearch();
  const change = useChangeSearch();
  const list = useQuery(tableListQuery(project.id));
  const tables = list.data?.results ?? [];
  const opened = tables.find(({ id }) => id === open);
  return (
    <Stack>
      <UploadForm tables={tables} blockedBy={useBlockedBy(SCOPE)} />
      {list.isPending && <Loading label="Loading tables" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && tables.length === 0 && (
        <EmptyState icon="table-2" title="No tables yet">
          Upload one above, for example customers with their segment. Use its name in SQL.
        </EmptyState>
      )}
      {tables.length > 0 && (
        <Table label="Tables" columns={COLUMNS}>
          {tables.map((table) => (
            <TableRow key={table.id} table={table} zone={project.timezone} />
          ))}
        </Table>
      )}
      <CutNotice shown={tables.length} count={list.data?.count ?? 0} things="tables" />
      {opened !== undefined && (
        <Lazily>
          <ColumnsDrawer
            key={opened.id}
            table={opened}
            onClose={() => change({ open: undefined })}
          />
        </Lazily>
      )}
    </Stack>
  );
}

function TableRow({ table, zone }: { readonly table: WarehouseTable; readonly zone: string }) {
  const { id, name, url_pattern: source, columns, row_count: rows, latest_error: error } = table;
  const invalid = columns.filter(({ schema_valid: isValid }) => !isValid).length;
  const search = useAddressSearch();
  return (
    <tr>
      <th scope="row">
        <ProjectLink
          path="data-management/tables"
          search={{ ...search, open: id }}
          className={styles.name}
        >
          {name}
        </ProjectLink>
        <CellNote>
          {numberWords(columns.length)} {columns.length === 1 ? 'column' : 'columns'} of{' '}
          {sourceWords(source)}
        </CellNote>
        {invalid > 0 && (
          <Badge tone="warning">
            {invalid === 1 ? '1 column' : `${invalid} columns`} with values that cannot be read
          </Badge>
        )}
      </th>
      <NumberCell>{rows === null ? '–' : numberWords(rows)}</NumberCell>
      <td className={styles.state}>
        <State status={table.status} />
        {error !== null && <CellNote>{error}</CellNote>}
      </td>
      <td>
        <Timestamp value={table.last_loaded_at} zone={zone} />
        {table.created_by !== null && <CellNote>created by {table.created_by.email}</CellNote>}
      </td>
      <td>
        <Commands table={table} />
      </td>
    </tr>
  );
}

function State({ status }: Pick<WarehouseTable, 'status'>) {
  const tones = { pending: 'plain', running: 'accent', completed: 'success', failed: 'danger' };
  return <Badge tone={tones[status] as 'plain'}>{status}</Badge>;
}

/** The location of the file: its name if it was uploaded, otherwise its URL. */
function sourceWords(pattern: string): string {
  const upload = 'upload://';
  if (!pattern.startsWith(upload)) return pattern;
  try {
    return decodeURIComponent(pattern.slice(upload.length));
  } catch {
    // The server truncates long names, possibly within an escape sequence.
    return pattern.slice(upload.length);
  }
}

function Commands({ table }: { readonly table: WarehouseTable }) {
  const { id, name } = table;
  const { id: projectId } = useProject();
  const blockedBy = useBlockedBy(SCOPE);
  const changed = useTablesChanged(projectId);
  const load = useMutation({
    mutationFn: () => loadTable(projectId, id),
    onSuccess: () => changed(),
  });
  return (
    <div className={styles.commands}>
      <QueryLink path="sql" query={rowsOfTable(name)}>
        Rows
      </QueryLink>
      <Button
        kind="quiet"
        icon="refresh-cw"
        aria-label={`Load again: ${name}`}
        busy={load.isPending || isLoading(table)}
        blockedBy={blockedBy}
        onClick={() => load.mutate()}
      >
        Load again
      </Button>
      <DeleteButton name={name} blockedBy={blockedBy} remove={() => deleteTable(projectId, id)}>
        Its rows are deleted. Views, joins and queries that read it will fail.
      </DeleteButton>
    </div>
  );
}
