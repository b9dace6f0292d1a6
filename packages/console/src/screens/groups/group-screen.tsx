import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agoText, timestampText } from '../../queries/time-text';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { groupTypesQuery } from '../../ui/filters/property-lists';
import { Card, Page } from '../../ui/layout/page';
import { ErrorState, FailedNotice, Loading } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { numberWords } from '../../queries/numbers';
import { groupActivityQuery, withActivity } from './group-activity';
import type { Group } from './group-data';
import { groupQuery } from './group-data';
import { GroupEvents } from './group-events';
import { nameOfGroup, pluralOf, singularOf } from './group-name';
import { GroupProperties } from './group-properties';
import { RelatedTab } from './related-tab';
import styles from './groups.module.css';

/** `groups/{index}/{key}`: the properties, events, and related persons and groups of a group. */
export default function GroupScreen() {
  const index = Number(usePathParameter('index'));
  const key = usePathParameter('key');
  const { id: projectId } = useProject();
  const group = useQuery(groupQuery(projectId, index, key));
  if (group.data === undefined) {
    if (!group.isError) return <Loading label="Loading the group" />;
    return <ErrorState isPage error={group.error} onRetry={() => void group.refetch()} />;
  }
  return <Profile group={group.data} />;
}

function Profile({ group }: { readonly group: Group }) {
  const { id: projectId, timezone } = useProject();
  const { group_type_index: index, group_key: key, group_properties: properties } = group;
  const types = useQuery(groupTypesQuery(projectId));
  const type = types.data?.find((one) => one.group_type_index === index);
  const { tab = 'events' } = useAddressSearch();
  const change = useChangeSearch();
  return (
    <Page title={nameOfGroup(key, properties)}>
      <ProjectLink path={`groups/${index}`}>
        {type === undefined ? 'All groups' : `All ${pluralOf(type)}`}
      </ProjectLink>
      <FailedNotice query={types} />
      <Card>
        <dl className={styles.facts}>
          <div>
            <dt>Key of the {type === undefined ? 'group' : singularOf(type)}</dt>
            <dd>{key}</dd>
          </div>
          <Activity group={group} />
          <div>
            <dt>First seen</dt>
            <dd>
              {timestampText(group.created_at, timezone)} ({timezone})
            </dd>
          </div>
        </dl>
      </Card>
      <Tabs
        label="Parts of the profile"
        selected={tab}
        onSelect={(id) => change({ tab: id === 'events' ? undefined : id })}
        tabs={[
          { id: 'events', label: 'Events', content: <GroupEvents group={group} /> },
          { id: 'properties', label: 'Properties', content: <GroupProperties group={group} /> },
          { id: 'related', label: 'Persons and groups', content: <RelatedTab group={group} /> },
        ]}
      />
    </Page>
  );
}

/** The time of the group's latest event and the number of recent events. */
function Activity({ group }: { readonly group: Group }) {
  const { id: projectId, timezone } = useProject();
  const { group_type_index: index, group_key: key } = group;
  const [now] = useState(() => Date.now());
  const known = useQuery(groupActivityQuery(projectId, index, [key]));
  const [listed] = withActivity([group], known.data);
  if (known.isError) return <ErrorState error={known.error} onRetry={() => void known.refetch()} />;
  const { lastEvent, eventsIn30Days } = listed ?? {};
  const last =
    lastEvent === undefined
      ? '…'
      : lastEvent === null
        ? 'none'
        : `${timestampText(lastEvent, timezone)} (${timezone}), ${agoText(lastEvent, now)}`;
  return (
    <>
      <div>
        <dt>Last event</dt>
        <dd>{last}</dd>
      </div>
      <div>
        <dt>Events, 30 days</dt>
        <dd>{eventsIn30Days === undefined ? '…' : numberWords(eventsIn30Days)}</dd>
      </div>
    </>
  );
}
