import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { SearchField } from '../../ui/field/search-field';
import { DataGrid } from '../../ui/grid/data-grid';
import type { GridColumn } from '../../ui/grid/grid-column';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { Person } from './person-data';
import { personListQuery } from './person-data';

const PAGE = 100;

const columnsIn = (timezone: string): readonly GridColumn<Person>[] => [
  {
    id: 'name',
    label: 'Person',
    width: 280,
    value: ({ name }) => name,
    render: (person) => <ProjectLink path={pathOf(person)}>{person.name}</ProjectLink>,
  },
  { id: 'email', label: 'Email', width: 240, value: ({ properties }) => properties['email'] },
  {
    id: 'distinct_ids',
    label: 'Distinct ids',
    type: 'json',
    width: 260,
    value: ({ distinct_ids: ids }) => ids,
  },
  {
    id: 'created_at',
    label: `First seen (${timezone})`,
    type: 'timestamp',
    width: 190,
    value: (person) => person.created_at,
  },
  {
    id: 'properties',
    label: 'Properties',
    type: 'json',
    width: 320,
    value: (person) => person.properties,
  },
];

function pathOf({ distinct_ids: [first = ''] }: Person): string {
  return `person/${encodeURIComponent(first)}`;
}

/** All persons, with a search by name, email or distinct id. */
export default function PersonsScreen() {
  const { id: projectId, timezone } = useProject();
  const { text = '', offset: offsetText = '0' } = useAddressSearch();
  const change = useChangeSearch();
  const go = useProjectNavigate();
  const searched = useDeferredValue(text);
  const offset = Math.max(0, Number.parseInt(offsetText, 10) || 0);
  const list = useQuery({
    ...personListQuery(projectId, searched, offset),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.results ?? [], [list.data]);
  const columns = useMemo(() => columnsIn(timezone), [timezone]);
  const isFirst = offset === 0;
  return (
    <Page title="Persons" fills>
      <Row>
        <SearchField
          label="Search persons"
          placeholder="Name, email or distinct id"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading persons" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && isFirst && (
        <EmptyState icon="users" title={text === '' ? 'No persons yet' : 'No person matches'}>
          {text === ''
            ? 'A person appears with the first event with person processing.'
            : 'Names, emails and distinct ids are searched.'}
        </EmptyState>
      )}
      {(rows.length > 0 || !isFirst) && (
        <DataGrid
          label="Persons"
          columns={columns}
          rows={rows}
          projectZone={timezone}
          keyOf={({ id }) => id}
          dimmed={list.isPlaceholderData}
          widthsKey="persons"
          onOpen={(person) => go({ path: pathOf(person) })}
          footer={
            <Row>
              <span>
                {rows.length === 0
                  ? 'No persons on this page'
                  : `Persons ${offset + 1} to ${offset + rows.length}`}
              </span>
              <Button
                disabled={isFirst}
                onClick={() =>
                  change({ offset: offset <= PAGE ? undefined : String(offset - PAGE) })
                }
              >
                Previous
              </Button>
              <Button
                disabled={(list.data?.next ?? null) === null}
                onClick={() => change({ offset: String(offset + PAGE) })}
              >
                Next
              </Button>
            </Row>
          }
        />
      )}
    </Page>
  );
}
