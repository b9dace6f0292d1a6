import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { SearchField } from '../../ui/field/search-field';
import type { GroupType } from '../../ui/filters/property-lists';
import { groupTypesQuery } from '../../ui/filters/property-lists';
import { DataGrid } from '../../ui/grid/data-grid';
import type { GridColumn } from '../../ui/grid/grid-column';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { Group } from './group-data';
import { cursorOf, groupListQuery } from './group-data';
import { groupPath, nameOfGroup, pluralOf } from './group-name';
import styles from './groups.module.css';

/** `groups` and `groups/{index}`: the groups of each type that events name. */
export default function GroupsScreen() {
  const { id: projectId } = useProject();
  const chosen = usePathParameter('index');
  const types = useQuery(groupTypesQuery(projectId));
  if (types.isPending) return <Loading label="Loading the types of groups" />;
  if (types.isError) return <ErrorState error={types.error} onRetry={() => void types.refetch()} />;
  const [first] = types.data;
  const type =
    chosen === ''
      ? first
      : types.data.find(({ group_type_index: index }) => String(index) === chosen);
  if (first === undefined || type === undefined) {
    return (
      <Page title="Groups">
        <EmptyState
          icon="users"
          title={first === undefined ? 'No groups yet' : 'There is no such type of groups'}
        >
          Groups are companies, teams or shops that persons belong to. Clients name them with
          group() and with the property $groups of events; up to five types are kept.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Groups" fills>
      <nav aria-label="Types of groups" className={styles.types}>
        {types.data.map((one) => (
          <ProjectLink
            key={one.group_type_index}
            path={`groups/${one.group_type_index}`}
            className={one === type ? `${styles.type} ${styles.chosen}` : styles.type}
          >
            {pluralOf(one)}
          </ProjectLink>
        ))}
      </nav>
      <GroupList key={type.group_type_index} type={type} />
    </Page>
  );
}

function columnsIn(timezone: string): readonly GridColumn<Group>[] {
  return [
    {
      id: 'name',
      label: 'Group',
      width: 280,
      value: ({ group_key: key, group_properties: properties }) => nameOfGroup(key, properties),
      render: ({ group_type_index: index, group_key: key, group_properties: properties }) => (
        <ProjectLink path={groupPath(index, key)}>{nameOfGroup(key, properties)}</ProjectLink>
      ),
    },
    { id: 'key', label: 'Key', width: 220, value: ({ group_key: key }) => key },
    {
      id: 'created',
      label: `First seen (${timezone})`,
      type: 'timestamp',
      width: 190,
      value: ({ created_at: at }) => at,
    },
    {
      id: 'properties',
      label: 'Properties',
      type: 'json',
      width: 480,
      value: ({ group_properties: properties }) => properties,
    },
  ];
}

function GroupList({ type }: { readonly type: GroupType }) {
  const { id: projectId, timezone } = useProject();
  const { text = '', cursor = '' } = useAddressSearch();
  const change = useChangeSearch();
  const go = useProjectNavigate();
  const { group_type_index: index } = type;
  const search = useDeferredValue(text);
  const list = useQuery({
    ...groupListQuery(projectId, { index, search, cursor }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsIn(timezone), [timezone]);
  const rows = list.data?.results ?? [];
  const next = cursorOf(list.data?.next ?? null);
  return (
    <>
      <Row>
        <SearchField
          label="Search groups"
          placeholder="Key or property"
          value={text}
          onChange={(value) => change({ text: value, cursor: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading groups" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState icon="users" title="No group matches">
          Keys and properties are searched.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataGrid
          label={pluralOf(type)}
          columns={columns}
          rows={rows}
          projectZone={timezone}
          keyOf={({ group_key: key }) => key}
          dimmed={list.isPlaceholderData}
          widthsKey="groups"
          onOpen={({ group_key: key }) => go({ path: groupPath(index, key) })}
          footer={
            <Row>
              <span>{rows.length} groups on this page</span>
              <Button disabled={cursor === ''} onClick={() => change({ cursor: undefined })}>
                First page
              </Button>
              <Button
                disabled={next === null}
                onClick={() => change({ cursor: next ?? undefined })}
              >
                Next
              </Button>
            </Row>
          }
        />
      )}
    </>
  );
}
