import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import type { GroupType } from '../../ui/filters/property-lists';
import { DataGrid } from '../../ui/grid/data-grid';
import type { GridColumn } from '../../ui/grid/grid-column';
import { Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, FailedNotice, Loading } from '../../ui/state/states';
import type { ListedGroup } from './group-activity';
import { groupActivityQuery, quietGroupsQuery, withActivity } from './group-activity';
import type { Group } from './group-data';
import { cursorOf, groupListQuery } from './group-data';
import { countedGroups, groupPath, nameOfGroup, pluralOf } from './group-name';
import { counted } from '../../queries/numbers';

const QUIET = [
  { value: 'all', label: 'Active and quiet' },
  { value: '7', label: 'Quiet for 7 days' },
  { value: '14', label: 'Quiet for 14 days' },
  { value: '30', label: 'Quiet for 30 days' },
] as const;

const SHORTEST_QUIET = 7;

const NO_GROUPS: readonly Group[] = [];

/** The groups of a type: all, or only quiet ones, which have had no event for some days. */
export function GroupList({ type }: { readonly type: GroupType }) {
  const { quiet } = useAddressSearch();
  const change = useChangeSearch();
  const chosen = QUIET.find(({ value }) => value === quiet)?.value ?? 'all';
  const choice = (
    <SelectField
      label="Activity"
      labelHidden
      value={chosen}
      options={QUIET}
      onChange={(value) =>
        change({
          quiet: value === 'all' ? undefined : value,
          text: undefined,
          cursor: undefined,
        })
      }
    />
  );
  if (chosen !== 'all') return <QuietGroups type={type} days={Number(chosen)} choice={choice} />;
  return <AllGroups type={type} choice={choice} />;
}

function columnsIn(timezone: string): readonly GridColumn<ListedGroup>[] {
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
      id: 'last',
      label: `Last event (${timezone})`,
      type: 'timestamp',
      width: 190,
      value: ({ lastEvent }) => lastEvent ?? '',
    },
    {
      id: 'recent',
      label: 'Events, 30 days',
      type: 'number',
      width: 130,
      value: ({ eventsIn30Days }) => eventsIn30Days ?? '',
    },
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

interface PartProps {
  readonly type: GroupType;
  readonly choice: React.ReactNode;
}

function AllGroups({ type, choice }: PartProps) {
  const { id: projectId } = useProject();
  const { text = '', cursor = '' } = useAddressSearch();
  const change = useChangeSearch();
  const { group_type_index: index } = type;
  const search = useDeferredValue(text);
  const list = useQuery({
    ...groupListQuery(projectId, { index, search, cursor }),
    placeholderData: keepPreviousData,
  });
  const groups = list.data?.results ?? NO_GROUPS;
  const keys = groups.map(({ group_key: key }) => key);
  const activity = useQuery(groupActivityQuery(projectId, index, keys));
  const rows = withActivity(groups, activity.data);
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
        {choice}
      </Row>
      {list.isPending && <Loading label="Loading groups" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      <FailedNotice query={activity} />
      {list.isSuccess && rows.length === 0 && (
        <EmptyState icon="users" title="No group matches">
          Keys and properties are searched.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <GroupGrid
          type={type}
          rows={rows}
          dimmed={list.isPlaceholderData}
          footer={
            <Row>
              <span>{counted(rows.length, 'group')} on this page</span>
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

/** The groups that have had no event for some days. */
function QuietGroups(props: PartProps & { readonly days: number }) {
  const { type, days, choice } = props;
  const { id: projectId } = useProject();
  const list = useQuery(quietGroupsQuery(projectId, type.group_type_index, days));
  const rows = list.data ?? [];
  return (
    <>
      <Row>{choice}</Row>
      {list.isPending && <Loading label="Looking for quiet groups" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState icon="users" title={`Every group had an event in the last ${days} days`}>
          {days > SHORTEST_QUIET
            ? 'Choose a shorter time to find groups that became inactive recently.'
            : 'A group is listed here when it had events before, but no events in this time.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <GroupGrid
          type={type}
          rows={rows}
          dimmed={false}
          footer={`${countedGroups(rows.length, type)} without an event in the last ${days} days`}
        />
      )}
    </>
  );
}

function GroupGrid(props: {
  readonly type: GroupType;
  readonly rows: readonly ListedGroup[];
  readonly dimmed: boolean;
  readonly footer: React.ReactNode;
}) {
  const { type, rows, dimmed, footer } = props;
  const { timezone } = useProject();
  const go = useProjectNavigate();
  const columns = useMemo(() => columnsIn(timezone), [timezone]);
  return (
    <DataGrid
      label={pluralOf(type)}
      columns={columns}
      rows={rows}
      projectZone={timezone}
      keyOf={({ group_key: key }) => key}
      dimmed={dimmed}
      widthsKey="groups"
      onOpen={({ group_key: key }) => go({ path: groupPath(type.group_type_index, key) })}
      footer={footer}
    />
  );
}
