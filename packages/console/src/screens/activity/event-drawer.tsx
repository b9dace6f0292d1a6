import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client';
import { actionOfElement, actionOfEvent } from '../../queries/actions/new-action';
import type { ChainElement } from '../../queries/activity/chain-element';
import type { EventRow } from '../../queries/activity/event-rows';
import type { PropertyFilter } from '../../queries/filters/property-filter';
import { copyText } from '../../queries/grid/cell-text';
import { timestampTitle } from '../../queries/time-text';
import { Dialog } from '../../ui/dialog/dialog';
import { JsonTree } from '../../ui/json/json-tree';
import { PropertyList } from '../../ui/json/property-list';
import { MenuItem } from '../../ui/menu/menu';
import { ErrorState, Loading } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { CopyButton } from '../../ui/text/code-block';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { ProjectLink } from '../../session/project-link';
import { QueryLink } from '../../session/query-link';
import { eventsWith, PersonLink } from './activity-columns';
import { ElementsTree } from './elements-tree';
import styles from './activity.module.css';

interface EventBody {
  readonly id: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly elements: readonly ChainElement[];
}

interface EventDrawerProps {
  readonly projectId: number;
  readonly zone: string;
  readonly uuid: string;
  /** The row of the event in the list, if it is loaded. */
  readonly row: EventRow | undefined;
  readonly onClose: () => void;
  readonly onFilter: (filter: PropertyFilter) => void;
  readonly onColumn: (key: string) => void;
}

/** The details of one event in a drawer. */
export function EventDrawer(props: EventDrawerProps) {
  const { projectId, zone, uuid, row, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['event', projectId, uuid],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      request<EventBody>('GET', `/api/projects/${projectId}/events/${encodeURIComponent(uuid)}/`, {
        signal,
      }),
  });
  const event = data ?? bodyOf(row);
  return (
    <Dialog title={event?.event ?? 'Event'} isOpen onClose={onClose} place="drawer">
      {event !== null && (
        <Facts
          event={event}
          elements={data?.elements ?? []}
          zone={zone}
          personName={row?.personName ?? null}
        />
      )}
      {event === null && error === null && <Loading />}
      {event === null && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {event !== null && <Parts {...props} event={event} elements={data?.elements ?? []} />}
    </Dialog>
  );
}

function Facts(props: {
  readonly event: Omit<EventBody, 'elements'>;
  readonly elements: readonly ChainElement[];
  readonly zone: string;
  readonly personName: string | null;
}) {
  const { event, elements, zone, personName } = props;
  const session = event.properties['$session_id'];
  return (
    <dl className={styles.facts}>
      <dt>Time</dt>
      <dd>
        {timestampTitle(event.timestamp, zone)
          .split('\n')
          .map((line) => (
            <div key={line}>{line}</div>
          ))}
      </dd>
      <dt>Person</dt>
      <dd>
        <PersonLink distinctId={event.distinct_id} name={personName ?? event.distinct_id} />
      </dd>
      {typeof session === 'string' && (
        <>
          <dt>Session</dt>
          <dd>
            <SessionLink id={session} />
          </dd>
        </>
      )}
      <dt>Action</dt>
      <dd>
        <QueryLink
          path="data-management/actions/new"
          query={elements.length > 0 ? actionOfElement(event, elements) : actionOfEvent(event)}
        >
          Create an action from this event
        </QueryLink>
      </dd>
    </dl>
  );
}

function SessionLink({ id }: { readonly id: string }) {
  const { data: hash } = useQuery({
    queryKey: ['session-link', id],
    queryFn: () => eventsWith('$session_id', id),
    staleTime: Infinity,
  });
  return (
    <ProjectLink path="activity" hash={hash}>
      Events of this session
    </ProjectLink>
  );
}

function Parts(
  props: EventDrawerProps & {
    readonly event: Omit<EventBody, 'elements'>;
    readonly elements: readonly ChainElement[];
  },
) {
  const { event, elements, onFilter, onColumn } = props;
  const { part, find = '' } = useAddressSearch();
  const change = useChangeSearch();
  const properties = {
    id: 'properties',
    label: 'Properties',
    content: (
      <PropertyList
        properties={event.properties}
        search={find}
        onSearch={(text) => change({ find: text })}
        actions={(key, value) => (
          <>
            {typeof value !== 'object' && (
              <MenuItem icon="filter" onClick={() => onFilter(filterBy(key, value))}>
                Filter by this
              </MenuItem>
            )}
            <MenuItem icon="columns-3" onClick={() => onColumn(key)}>
              Show as a column
            </MenuItem>
          </>
        )}
      />
    ),
  };
  const chain = {
    id: 'elements',
    label: 'Elements',
    content: <ElementsTree event={event.event} elements={elements} />,
  };
  const text = JSON.stringify(event, null, 2);
  const json = {
    id: 'json',
    label: 'JSON',
    content: (
      <div className={styles.json}>
        <CopyButton text={text} label="Copy the event as JSON" />
        <JsonTree value={event} />
      </div>
    ),
  };
  const tabs = elements.length === 0 ? [properties, json] : [properties, chain, json];
  return (
    <Tabs
      label="Parts of the event"
      tabs={tabs}
      selected={part}
      onSelect={(id) => change({ part: id === 'properties' ? undefined : id })}
    />
  );
}

function filterBy(key: string, value: unknown): PropertyFilter {
  return { type: 'event', key, operator: 'exact', value: [copyText(value)] };
}

function bodyOf(row: EventRow | undefined): Omit<EventBody, 'elements'> | null {
  if (row === undefined) return null;
  const { uuid: id, event, distinctId, timestamp, properties } = row;
  return { id, event, distinct_id: distinctId, timestamp, properties };
}
